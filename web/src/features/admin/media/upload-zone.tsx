import { type ReactNode, useEffect } from "react";
import { cx } from "../../../lib/cx";
import { imagesOf } from "./upload-rules";
import { useFileDrop } from "./use-file-drop";
import type { RunningUpload } from "./use-uploads";

interface UploadZoneProps {
  running: RunningUpload[];
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Takes images that are dropped on it, or pasted while it is shown, and tells how far uploads have come. */
export function UploadZone({ running, onFiles, children }: UploadZoneProps) {
  const { isOver, dropProps } = useFileDrop(onFiles);

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const images = imagesOf(event.clipboardData);
      if (images.length === 0) return;
      event.preventDefault();
      onFiles(images);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [onFiles]);

  return (
    <section
      className={cx("media-zone", isOver && "media-zone-over")}
      aria-label="Upload images"
      {...dropProps}
    >
      {children}
      <p className="field-hint">
        Or drop images here, or paste one. JPG, PNG, GIF, WEBP or SVG, at most 5 MB each.
      </p>
      {running.map((one) => (
        <p key={one.id} className="media-running">
          <span className="wrap-anywhere">{one.name}</span>
          <progress value={one.share} max={1} aria-label={`Uploading ${one.name}`} />
        </p>
      ))}
    </section>
  );
}
