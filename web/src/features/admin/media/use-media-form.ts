import type { Media } from "../../../generated/api";
import { type ApiFailure, type ApiResult, callApi } from "../../../lib/api";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";

/**
 * A form of what staff say of an image: the fields `alt_text` and `folder`, or one of them.
 * @param what what the toasts call it: "Alt text"
 */
export function useMediaForm(media: Media, what: string, onSaved: (media: Media) => void) {
  return useForm({
    check: () => null,
    send: async (values): Promise<ApiResult<Media>> => {
      // What is the same as here may have been changed by somebody else since it was loaded.
      const changed = Object.entries(values).filter(
        ([name, value]) => value !== media[name as keyof Media],
      );
      return changed[0]
        ? callApi("PATCH", "/api/admin/media/{id}", {
            path: media,
            body: Object.fromEntries(changed),
          })
        : { ok: true, data: media };
    },
    failureOf: ({ error }: ApiFailure) => ({ fields: error.fields ?? {}, error }),
    onDone: (changed) => {
      onSaved(changed);
      toast("success", `${what} saved`);
    },
    onFailed: ({ error }) =>
      toast("error", `${what} not saved`, error.message || "Check the connection."),
  });
}
