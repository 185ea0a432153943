import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Media } from "../../../generated/api";
import { MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH } from "../../../generated/limits";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { useMediaForm } from "./use-media-form";

interface AltTextRequestProps {
  media: Media;
  /** What the button that saves says. */
  action: string;
  onSaved: (media: Media) => void;
  /** Called with the image as it is described so far. */
  onTyped?: (media: Media) => void;
  /** The image keeps its file's name as its text. */
  onSkipped: () => void;
}

/** Whether the focus is on what the upload began with, or where a page or dialog that has just come leaves it. */
function isFocusNear(zone: HTMLElement | null | undefined): boolean {
  const at = document.activeElement;
  if (!at || at.tagName === "H1" || at.contains(zone ?? null)) return true;
  return !!zone?.contains(at) && !at.matches("input:not([type=file]), textarea");
}

/**
 * Asks for the text of an image that was just uploaded. Left empty, the image is decorative. Its form stands at the end of
 * the document and its controls name it, so that it can be asked within the form of a post: HTML knows no form in a form.
 */
export function AltTextRequest({
  media,
  action,
  onSaved,
  onTyped,
  onSkipped,
}: AltTextRequestProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const request = useRef<HTMLDivElement>(null);
  /** Whether the focus stays elsewhere: the request is announced. */
  const [isTold, setTold] = useState(false);
  const { ref, onSubmit, failure, isBusy, save } = useMediaForm(media, "Alt text", onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is one image, asked for once
  useEffect(() => {
    // An upload that ends takes nobody away from what they do meanwhile.
    if (isFocusNear(request.current?.parentElement)) input.current?.focus();
    else setTold(true);
    const field = input.current;
    return () => {
      // A text that was saved or skipped has left the field.
      if (field?.value) void save({ alt_text: field.value });
    };
  }, []);

  const skip = () => {
    if (input.current) input.current.value = "";
    onTyped?.(media);
    onSkipped();
  };

  return (
    <div ref={request} className="media-request">
      <p className="sr-only" role="status">
        {isTold && `${media.file_name} uploaded. Add its alt text.`}
      </p>
      {createPortal(
        <form
          ref={ref}
          id={id}
          noValidate
          onSubmit={(event) => {
            // React hands it on to the form around the request.
            event.stopPropagation();
            onSubmit(event);
          }}
        />,
        document.body,
      )}
      <Field
        label={`What does ${media.file_name} show?`}
        name="alt_text"
        error={failure?.fields.alt_text}
        hint="Its alt text, for those who cannot see it. Leave it empty for a decorative image."
      >
        <Input
          ref={input}
          form={id}
          maxLength={MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH}
          onChange={({ target }) =>
            onTyped?.({ ...media, alt_text: target.value || media.alt_text })
          }
        />
      </Field>
      <div className="media-request-actions">
        <Button type="submit" form={id} size="sm" busy={isBusy} busyLabel="Saving...">
          {action}
        </Button>
        <Button variant="secondary" size="sm" onClick={skip}>
          Skip
        </Button>
      </div>
    </div>
  );
}
