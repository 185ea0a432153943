import type { Media } from "../../../generated/api";
import { type ApiFailure, callApi } from "../../../lib/api";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";

/** The form of the field `alt_text`, which saves the text of an image. */
export function useAltText({ id }: Media, onSaved: (media: Media) => void) {
  return useForm({
    check: () => null,
    send: ({ alt_text = "" }) =>
      callApi("PATCH", "/api/admin/media/{id}", { path: { id }, body: { alt_text } }),
    failureOf: ({ error }: ApiFailure) => ({ fields: error.fields ?? {}, error }),
    onDone: (changed) => {
      onSaved(changed);
      toast("success", "Alt text saved");
    },
    onFailed: ({ error }) =>
      toast("error", "Alt text was not saved", error.message || "Check the connection."),
  });
}
