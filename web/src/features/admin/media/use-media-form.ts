import type { ErrorDetail, Media } from "../../../generated/api";
import { type ApiFailure, type ApiResult, callApi } from "../../../lib/api";
import type { Values } from "../../../lib/form-rules";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";
import { withSession } from "../accounts/recent-sign-in";
import { reasonOf } from "../lists/use-staff-call";

/**
 * A form for an image's metadata: the fields `alt_text` and `folder`, or one of them. `save` sends values after the
 * form was unmounted, and reports failures only.
 * @param what the noun for the toasts: "Alt text"
 */
export function useMediaForm(media: Media, what: string, onSaved: (media: Media) => void) {
  const send = async (values: Values): Promise<ApiResult<Media>> => {
    // Sends changed values only: the others may have been changed by somebody else since they were loaded.
    const changed = Object.entries(values).filter(
      ([name, value]) => value !== media[name as keyof Media],
    );
    return changed[0]
      ? withSession(() =>
          callApi("PATCH", "/api/admin/media/{id}", {
            path: media,
            body: Object.fromEntries(changed),
          }),
        )
      : { ok: true, data: media };
  };
  const onFailed = ({ error }: { error: ErrorDetail }) =>
    toast("error", `${what} not saved`, reasonOf(error));
  const form = useForm({
    check: () => null,
    send,
    failureOf: ({ error }: ApiFailure) => ({ fields: error.fields ?? {}, error }),
    onDone: (changed) => {
      onSaved(changed);
      toast("success", `${what} saved`);
    },
    onFailed,
  });
  const save = async (values: Values) => {
    const result = await send(values);
    if (!result.ok) onFailed(result);
  };
  return { ...form, save };
}
