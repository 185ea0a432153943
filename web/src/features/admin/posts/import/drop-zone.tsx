import { useDropzone } from "react-dropzone";
import { cx } from "../../../../lib/cx";
import { Button } from "../../../../ui/base/button";
import { Icon } from "../../../../ui/base/icon";
import { fileBraces, upload } from "../../../../ui/base/icons-admin.generated";
import { hasJsonName, MAX_FILE_SIZE, rejectionText, sizeText } from "./rejection";

interface DropZoneProps {
  file: File | null;
  isReading: boolean;
  onSelect: (file: File) => void;
  /** Hears why a file was refused. */
  onReject: (reason: string) => void;
}

const ACCEPT = { "application/json": [".json"] };
const checkName = (file: File | DataTransferItem) =>
  file instanceof File && !hasJsonName(file.name)
    ? { code: "file-invalid-type", message: "" }
    : null;

/** Takes one JSON file: chosen, or dropped. */
export function DropZone({ file, isReading, onSelect, onReject }: DropZoneProps) {
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: ACCEPT,
    multiple: false,
    maxFiles: 1,
    minSize: 1,
    maxSize: MAX_FILE_SIZE,
    validator: checkName,
    // The button inside is what the keyboard reaches.
    noKeyboard: true,
    disabled: isReading,
    onDrop: (accepted, rejected) => {
      const codes = rejected.flatMap(({ errors }) => errors.map(({ code }) => code));
      // Of several files the library would take the first, which may be the wrong one.
      if (accepted.length + rejected.length > 1) codes.push("too-many-files");
      if (accepted[0] && codes.length === 0) onSelect(accepted[0]);
      else onReject(rejectionText(codes));
    },
  });
  return (
    <div {...getRootProps({ className: cx("drop-zone", isDragActive && "drop-zone-over") })}>
      <input {...getInputProps({ "aria-label": "JSON file" })} />
      <Icon of={file ? fileBraces : upload} size={32} />
      {file ? (
        <p>
          <strong className="wrap-anywhere">{file.name}</strong>{" "}
          <span className="mono num">{sizeText(file.size)}</span>
        </p>
      ) : (
        <p>{isDragActive ? "Let go to choose this file" : "Drag & drop a .json file here"}</p>
      )}
      <Button variant="secondary" size="sm" disabled={isReading}>
        {file ? "Choose another file" : "Select a file"}
      </Button>
      <p className="text-small text-muted">One post or a list of posts, up to 50 MB.</p>
    </div>
  );
}
