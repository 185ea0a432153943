import { useRef } from "react";
import { Button } from "../../../ui/base/button";
import { upload } from "../../../ui/base/icons-admin.generated";
import { ACCEPT } from "./upload-rules";

interface UploadButtonProps {
  label: string;
  /** What the button is called, where several say the same. */
  name?: string;
  multiple?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the browser's file picker. */
export function UploadButton({ label, name, multiple, busy, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        multiple={multiple}
        aria-label={`${name ?? label} file`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        icon={upload}
        aria-label={name}
        busy={busy}
        busyLabel="Uploading..."
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
