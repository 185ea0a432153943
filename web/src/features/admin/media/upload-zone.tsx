import { type ReactNode, useEffect, useRef } from "react";
import type { Media } from "../../../generated/api";
import { cx } from "../../../lib/cx";
import { keepFocus } from "../shared/keep-focus";
import { useFileDrop } from "../shared/use-file-drop";
import { AltTextRequest } from "./alt-text-request";
import { imagesOf } from "./upload-rules";
import type { RunningUpload } from "./use-uploads";

interface UploadZoneProps {
  running: RunningUpload[];
  /** Uploaded images that still need alt text, which is requested for one at a time. */
  waiting: Media[];
  onAnswered: (id: string) => void;
  onDescribed: (media: Media) => void;
  /** Called with the image and the text typed so far. */
  onTyped?: (media: Media) => void;
  /** Called with the image once its text is saved; absent where no image is being chosen. */
  onChoose?: (media: Media) => void;
  onFiles: (files: File[]) => void;
  /** The folder for uploaded images. */
  folder?: string;
  children: ReactNode;
}

/** Whether text is pasted into a text field. Office programs add a picture of the copied text. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element &&
  target.matches("input:not([type=file]), textarea") &&
  !!clipboardData?.getData("text/plain");

/** Uploads images that are dropped on it, or pasted while it is shown, and shows the progress. */
export function UploadZone({
  running,
  waiting,
  onAnswered,
  onDescribed,
  onTyped,
  onChoose,
  onFiles,
  folder,
  children,
}: UploadZoneProps) {
  const zone = useRef<HTMLElement>(null);
  const asked = waiting[0];
  /** Moves the focus to the request for the next image, or else to the button that began the upload. */
  const answer = (id: string) =>
    keepFocus(
      () => onAnswered(id),
      () => zone.current?.querySelector("button"),
    );
  const { isOver, dropProps } = useFileDrop(onFiles);

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const images = imagesOf(event.clipboardData);
      if (images.length === 0 || isTextPaste(event)) return;
      event.preventDefault();
      onFiles(images);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [onFiles]);

  return (
    <section
      ref={zone}
      className={cx("media-zone", isOver && "media-zone-over")}
      aria-label="Upload images"
      {...dropProps}
    >
      {children}
      <p className="field-hint">
        Or drop or paste images. JPG, PNG, GIF, WebP, SVG or AVIF, at most 5 MB each.
        {folder && ` They go into the folder “${folder}”.`}
      </p>
      {running.map((one) => (
        <p key={one.id} className="media-running">
          <span className="wrap-anywhere">{one.name}</span>
          <progress value={one.share} max={1} aria-label={`Uploading ${one.name}`} />
        </p>
      ))}
      {asked && (
        <AltTextRequest
          key={asked.id}
          media={asked}
          action={onChoose ? "Save and choose" : "Save text"}
          onSaved={(changed) => {
            onDescribed(changed);
            if (onChoose) onChoose(changed);
            else answer(changed.id);
          }}
          onTyped={onTyped}
          onSkipped={() => answer(asked.id)}
        />
      )}
    </section>
  );
}
