import type { Media } from "../../../generated/api";
import { type ApiFailure, callApi } from "../../../lib/api";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";

/**
 * A form of what staff say of an image: the fields `alt_text` and `folder`, or one of them.
 * @param what what the toasts call it: "Alt text"
 */
export function useMediaForm({ id }: Media, what: string, onSaved: (media: Media) => void) {
  return useForm({
    check: () => null,
    send: ({ alt_text, folder }) =>
      callApi("PATCH", "/api/admin/media/{id}", { path: { id }, body: { alt_text, folder } }),
    failureOf: ({ error }: ApiFailure) => ({ fields: error.fields ?? {}, error }),
    onDone: (changed) => {
      onSaved(changed);
      toast("success", `${what} saved`);
    },
    onFailed: ({ error }) =>
      toast("error", `${what} not saved`, error.message || "Check the connection."),
  });
}
