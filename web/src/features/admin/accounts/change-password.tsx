import { PASSWORD_UPDATED } from "../../../content/accounts";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { FailureNotice, MESSAGE_ID, NewPasswordField } from "./account-fields";
import { checkPassword } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** Changes the password of the signed-in user. `onChanged` is called with the form empty. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const navigate = useNavigate();
  const { form, failure, isBusy, onSubmit } = useAccountForm({
    send: (body) => callApi("POST", "/api/auth/update-password", { body }),
    check: checkPassword,
    onDone: () => {
      toast("success", PASSWORD_UPDATED.title, PASSWORD_UPDATED.text);
      onChanged();
      // The other sessions are gone from the list.
      navigate("/admin/account", { replace: true, keepScroll: true });
    },
  });
  return (
    <form
      ref={form}
      // Without scripts the sign-in page takes it, and says what is wrong.
      method="post"
      action="/auth"
      noValidate
      onSubmit={onSubmit}
      className="editor-card"
      aria-labelledby="change-password"
      aria-describedby={failure ? MESSAGE_ID : undefined}
    >
      <h2 id="change-password" className="text-d4">
        Change password
      </h2>
      <input type="hidden" name="mode" value="update_password" />
      <FailureNotice failure={failure} />
      <NewPasswordField failure={failure} readOnly={isBusy} label="New password" />
      <Button type="submit" keycap busy={isBusy} busyLabel="Saving...">
        Change password
      </Button>
    </form>
  );
}
