import type { MediaFolder } from "../../../generated/api";
import { scrollFocusedIntoView } from "../../../ui/data/scroll-focused-into-view";
import { type ListState, listUrl } from "../lists/list-url";

interface FolderLinksProps {
  state: ListState;
  folders: readonly MediaFolder[];
  /** The folder that is shown; empty for all. */
  folder: string;
}

/** Links to the folders of the library, each with its number of images. Not rendered if there are none. */
export function FolderLinks({ state, folders, folder }: FolderLinksProps) {
  const isKnown = folder === "" || folders.some(({ name }) => name === folder);
  const shown = isKnown ? folders : [...folders, { name: folder, count: 0 }];
  if (shown.length === 0) return null;
  const link = (name: string) => ({
    href: listUrl({ ...state, filters: { folder: name } }),
    "aria-current": name === folder ? ("true" as const) : undefined,
    "data-scroll": "keep",
  });
  return (
    <nav aria-label="Folder" className="type-links" onFocus={scrollFocusedIntoView}>
      <a {...link("")}>All folders</a>
      {shown.map(({ name, count }) => (
        <a key={name} className="wrap-anywhere" {...link(name)}>
          {name} <span className="num">&nbsp;{count}</span>
        </a>
      ))}
    </nav>
  );
}
