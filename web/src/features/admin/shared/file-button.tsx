import { useRef } from "react";
import { Button } from "../../../ui/base/button";
import type { IconData } from "../../../ui/base/icon";

interface FileButtonProps {
  label: string;
  /** Accessible name, where several buttons have the same label. */
  name?: string;
  icon?: IconData;
  /** The types that the file picker offers. */
  accept: string;
  multiple?: boolean;
  busy?: boolean;
  busyLabel?: string;
  onFiles: (files: File[]) => void;
}

/** Opens the browser's file picker. */
export function FileButton({ label, name, accept, multiple, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={`${name ?? label} file`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that choosing the same file again fires another event.
          event.target.value = "";
        }}
      />
      <Button
        {...rest}
        variant="secondary"
        size="sm"
        aria-label={name}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
