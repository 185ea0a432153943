import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Media } from "../../../generated/api";
import { MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH } from "../../../generated/limits";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { useMediaForm } from "./use-media-form";
import { isSettled } from "./use-uploads";

interface AltTextRequestProps {
  media: Media;
  /** Label of the submit button. */
  action: string;
  onSaved: (media: Media) => void;
  /** Called with the image and the text typed so far. */
  onTyped?: (media: Media) => void;
  /** Called when the image is to keep its file name as its text. */
  onSkipped: () => void;
}

/** Whether the focus is where the upload began, or where a new page or dialog leaves it. */
function isFocusNear(zone: HTMLElement | null | undefined): boolean {
  const at = document.activeElement;
  if (!at || at.tagName === "H1" || at.contains(zone ?? null)) return true;
  return !!zone?.contains(at) && !at.matches("input:not([type=file]), textarea");
}

/**
 * Asks for the alternative text of an image that was just uploaded. An empty text marks the image as decorative. The
 * form is at the end of the document and its controls refer to it, as HTML allows no form within the form of a post.
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
  /** Whether the request is announced because the focus stays elsewhere. */
  const [isTold, setTold] = useState(false);
  const { ref, onSubmit, failure, isBusy, save } = useMediaForm(media, "Alt text", onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as the request is for one image
  useEffect(() => {
    // The end of an upload must not take the focus away from other work.
    if (isFocusNear(request.current?.parentElement)) input.current?.focus();
    else setTold(true);
    const field = input.current;
    return () => {
      // The field is empty once its text was saved or skipped.
      if (field?.value && !isSettled(media.id)) void save({ alt_text: field.value });
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
            // React bubbles the event to the form around the request.
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
        hint="Alt text for people who can't see it. Leave empty if decorative."
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
