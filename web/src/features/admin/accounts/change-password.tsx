import { PASSWORD_UPDATED } from "../../../content/accounts";
import { callApi } from "../../../lib/api";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { AccountForm, NewPasswordField } from "./account-fields";
import { checkPassword } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** Changes the password of the signed-in user. `onChanged` is called with the form empty. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const navigate = useNavigate();
  const form = useAccountForm({
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
    <AccountForm
      mode="update_password"
      of={form}
      className="editor-card"
      aria-labelledby="change-password"
      heading={
        <h2 id="change-password" className="text-d4">
          Change password
        </h2>
      }
    >
      <NewPasswordField readOnly={form.isBusy} label="New password" />
      <Button type="submit" keycap busy={form.isBusy} busyLabel="Saving...">
        Change password
      </Button>
    </AccountForm>
  );
}
