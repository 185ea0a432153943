import { useEffect } from "react";
import type { Media } from "../../../generated/api";
import { MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH } from "../../../generated/limits";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";
import { useMediaForm } from "./use-media-form";

interface AltTextRequestProps {
  media: Media;
  /** What the button that saves says. */
  action: string;
  onSaved: (media: Media) => void;
  /** The image keeps its file's name as its text. */
  onSkipped: () => void;
}

/** Asks for the text of an image that was just uploaded. Left empty, the image is decorative. */
export function AltTextRequest({ media, action, onSaved, onSkipped }: AltTextRequestProps) {
  const form = useMediaForm(media, "Alt text", onSaved);
  const { ref } = form;
  useEffect(() => {
    // An upload that ends takes nobody out of what they write meanwhile.
    if (document.activeElement?.matches("input, textarea, [contenteditable]")) return;
    ref.current?.querySelector("input")?.focus();
  }, [ref]);

  return (
    <div className="media-request">
      <Form
        ref={ref}
        onSubmit={(event) => {
          // React hands it on to the form that opened the gallery.
          event.stopPropagation();
          form.onSubmit(event);
        }}
        errors={form.failure?.fields ?? {}}
      >
        <Field
          label={`What does ${media.file_name} show?`}
          name="alt_text"
          hint="Its alt text, for those who cannot see it. Leave it empty for a decorative image."
        >
          <Input maxLength={MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH} />
        </Field>
        <div className="media-request-actions">
          <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Saving...">
            {action}
          </Button>
          <Button variant="secondary" size="sm" onClick={onSkipped}>
            Skip
          </Button>
        </div>
      </Form>
    </div>
  );
}
