import { callApi } from "../../../lib/api";
import { PasswordDialog } from "./password-dialog";
import { useIdentityRequest } from "./recent-sign-in";

/** Asks for the password when a call needs a recent sign-in. Mounted once, around the admin pages. */
export function ConfirmIdentity() {
  const request = useIdentityRequest((state) => state.request);
  if (!request) return null;
  return (
    <PasswordDialog
      kind="confirm"
      heading="Confirm it's you"
      action="Confirm"
      busyLabel="Confirming..."
      send={(password) => callApi("POST", "/api/auth/reauthenticate", { body: { password } })}
      sendProof={(challenge, proof) =>
        callApi("POST", "/api/auth/reauthenticate", { body: { challenge, ...proof } })
      }
      onClose={() => request.answer(false)}
      onDone={() => request.answer(true)}
    >
      <p className="text-soft">
        Personal data is protected by your password. You won't be asked again for ten minutes.
      </p>
    </PasswordDialog>
  );
}
