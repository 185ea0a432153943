import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Media, MediaFolder } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { EmptyState } from "../../../ui/data/empty-state";
import { SearchField } from "../../../ui/data/search-field";
import { useDebounced } from "../../../ui/data/use-debounced";
import { Field } from "../../../ui/forms/field";
import { Select } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { Dialog } from "../../../ui/overlay/dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { appended } from "../lists/appended";
import { SEARCH_DELAY } from "../lists/list-search";
import { useMoreFocus } from "../lists/use-more-focus";
import { MediaGrid } from "./media-grid";
import { UploadButton } from "./upload-button";
import { UploadZone } from "./upload-zone";
import { useUploads } from "./use-uploads";
import "../../../styles/media.css";
import { counted } from "../lists/counted";

interface MediaGalleryProps {
  open: boolean;
  onClose: () => void;
  /** Called with the chosen image. */
  onPick: (media: Media) => void;
}

/**
 * The library in a drawer: every image, newest first. Pressing one chooses it. The drawer is at the end of the
 * document, as it contains a form, which may not be within the form of a post.
 */
export function MediaGallery({ open, onClose, onPick }: MediaGalleryProps) {
  if (!open) return null;
  return createPortal(
    <Dialog open onClose={onClose} title="Media Gallery" size="drawer">
      <Library onPick={onPick} />
    </Dialog>,
    document.body,
  );
}

function Library({ onPick }: Pick<MediaGalleryProps, "onPick">) {
  const [search, setSearch] = useState("");
  const [folder, setFolder] = useState("");
  const [folders, setFolders] = useState<MediaFolder[]>([]);
  const [media, setMedia] = useState<Media[] | null>(null);
  const [pages, setPages] = useState({ shown: 1, all: 1, total: 0 });
  /** The number of the page that could not be loaded. */
  const [failed, setFailed] = useState<number | null>(null);
  const asked = useRef(0);

  const load = useCallback(async (text: string, folder: string, page: number) => {
    asked.current += 1;
    const own = asked.current;
    const result = await callApi("GET", "/api/admin/media", {
      query: { search: text, folder, page },
    });
    // An outdated answer does not apply to the current search.
    if (own !== asked.current) return;
    setFailed(result.ok ? null : page);
    if (!result.ok) {
      toast("error", "Failed to fetch media", result.error.message || undefined);
      return;
    }
    const found = result.data;
    setMedia((before) => (page === 1 ? found.media : appended(before ?? [], found.media)));
    setFolders(found.folders);
    setPages({ shown: page, all: found.pages, total: found.total });
  }, []);

  const settled = useDebounced(search, SEARCH_DELAY);
  useEffect(() => void load(settled, folder, 1), [settled, folder, load]);

  const more = useMoreFocus<HTMLUListElement>(media?.length ?? 0);
  const loadMore = (page: number) => {
    more.expect();
    void load(search, folder, page);
  };
  const onAdded = (added: Media) => {
    setMedia((before) => [added, ...(before ?? [])]);
    setPages((before) => ({ ...before, total: before.total + 1 }));
  };
  const { running, waiting, upload, answered } = useUploads("gallery", onAdded, folder);
  /** Whether a single image was uploaded, which is then the chosen one. */
  const [isAlone, setAlone] = useState(false);
  const onFiles = (files: File[]) => {
    setAlone(files.length === 1 && running.length === 0 && waiting.length === 0);
    void upload(files);
  };
  const onChanged = (changed: Media) =>
    setMedia((before) => before?.map((one) => (one.id === changed.id ? changed : one)) ?? null);

  return (
    <div className="media-library">
      <UploadZone
        running={running}
        waiting={waiting}
        onAnswered={answered}
        onDescribed={onChanged}
        onTyped={onChanged}
        onChoose={isAlone ? onPick : undefined}
        onFiles={onFiles}
        folder={folder}
      >
        <UploadButton label="Upload images" multiple onFiles={onFiles} />
      </UploadZone>
      <SearchField
        label="Search media"
        placeholder="name or alt text"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        count={media ? counted(pages.total, "image") : undefined}
      />
      <p className="sr-only" role="status">
        {media && `${counted(pages.total, "image")} found`}
      </p>
      {folders.length > 0 && (
        <Field label="Folder">
          <Select value={folder} onChange={({ target }) => setFolder(target.value)}>
            <option value="">All folders</option>
            {folders.map(({ name, count }) => (
              <option key={name} value={name}>{`${name} (${count})`}</option>
            ))}
          </Select>
        </Field>
      )}
      {failed !== null && (
        <Notice kind="error" role="alert">
          <p>Failed to load media gallery</p>
          <Button variant="secondary" size="sm" onClick={() => loadMore(failed)}>
            Try again
          </Button>
        </Notice>
      )}
      {media === null && failed === null && <p role="status">Loading media…</p>}
      {media?.length === 0 && (
        <EmptyState query={search || "images"} title="No images found." action={null} />
      )}
      {media !== null && media.length > 0 && (
        <MediaGrid ref={more.list} media={media} chosen={null} verb="Choose" onChoose={onPick} />
      )}
      {pages.shown < pages.all && (
        <Button ref={more.button} variant="secondary" onClick={() => loadMore(pages.shown + 1)}>
          Show more
        </Button>
      )}
    </div>
  );
}
