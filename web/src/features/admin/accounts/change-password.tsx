import { PASSWORD_UPDATED } from "../../../content/accounts";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { toast } from "../../../ui/overlay/toast-store";
import { useRefreshAt } from "../lists/use-refresh";
import { AccountForm, NewPasswordField } from "./account-fields";
import { PasswordInput } from "./password-input";
import { checkChange } from "./sign-in-outcome";
import { useAccountForm } from "./use-account-form";

/** Changes the password of the signed-in user. `onChanged` is called with the form empty. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const refresh = useRefreshAt("/admin/account");
  const form = useAccountForm({
    send: ({ current_password = "", password = "" }) =>
      callApi("PUT", "/api/account/password", { body: { current_password, password } }),
    check: checkChange,
    onDone: () => {
      toast("success", PASSWORD_UPDATED.title, PASSWORD_UPDATED.text);
      onChanged();
      // The change has ended the other sessions: the list is fetched again without them.
      refresh();
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
      <Field label="Current password" name="current_password">
        <PasswordInput required autoComplete="current-password" readOnly={form.isBusy} />
      </Field>
      <NewPasswordField readOnly={form.isBusy} label="New password" />
      <Button type="submit" keycap busy={form.isBusy} busyLabel="Saving...">
        Change password
      </Button>
    </AccountForm>
  );
}
