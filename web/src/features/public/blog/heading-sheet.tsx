import type { Heading } from "../../../generated/api";
import { Dialog } from "../../../ui/overlay/dialog";
import { HeadingList } from "./heading-list";

interface HeadingSheetProps {
  /** "3/5": number of the heading being read, and of all headings. */
  count: string;
  articleUrl: string;
  headings: readonly Heading[];
  page: number;
  /** Id of the heading being read. */
  current: string;
  onClose: () => void;
}

/** All headings of an article, in a sheet over the article. */
export function HeadingSheet({ count, onClose, ...list }: HeadingSheetProps) {
  return (
    <Dialog open onClose={onClose} title={`On this page ${count}`}>
      <HeadingList {...list} onFollow={onClose} />
    </Dialog>
  );
}
