import { cx } from "../../../../lib/cx";
import { Icon } from "../../../../ui/base/icon";
import { fileBraces, upload } from "../../../../ui/base/icons-admin.generated";
import { FileButton } from "../../shared/file-button";
import { useFileDrop } from "../../shared/use-file-drop";
import { rejectionOf, sizeText } from "./rejection";

interface DropZoneProps {
  file: File | null;
  isReading: boolean;
  onSelect: (file: File) => void;
  /** Called with the reason when a file is refused. */
  onReject: (reason: string) => void;
}

/** Accepts one JSON file, chosen or dropped. */
export function DropZone({ file, isReading, onSelect, onReject }: DropZoneProps) {
  const take = (files: File[]) => {
    const reason = rejectionOf(files);
    if (reason) onReject(reason);
    else if (files[0]) onSelect(files[0]);
  };
  const { isOver, dropProps } = useFileDrop(take, isReading);
  return (
    <section
      className={cx("drop-zone", isOver && "drop-zone-over")}
      aria-label="File to import"
      {...dropProps}
    >
      <Icon of={file ? fileBraces : upload} size={32} />
      {file ? (
        <p>
          <strong className="wrap-anywhere">{file.name}</strong>{" "}
          <span className="mono num">{sizeText(file.size)}</span>
        </p>
      ) : (
        <p>{isOver ? "Drop to choose this file" : "Drag & drop a .json file here"}</p>
      )}
      <FileButton
        label={file ? "Choose another file" : "Select a file"}
        accept=".json,application/json"
        busy={isReading}
        onFiles={take}
      />
      <p className="text-small text-muted">One post or a list of posts, up to 50 MB.</p>
    </section>
  );
}
