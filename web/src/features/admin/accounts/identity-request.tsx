import { callApi } from "../../../lib/api";
import { PasswordDialog } from "./password-dialog";
import { useIdentityRequest } from "./recent-sign-in";
import { SignInDialog } from "./sign-in-dialog";

/**
 * Asks for the password when a call needs a recent sign-in, or a session at all. Mounted once, around the admin pages.
 * @param email the address of who is signed in
 */
export function IdentityRequest({ email }: { email: string }) {
  const request = useIdentityRequest((state) => state.request);
  if (!request) return null;
  const answers = { onClose: () => request.answer(false), onDone: () => request.answer(true) };
  if (request.kind === "sign-in") return <SignInDialog email={email} {...answers} />;
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
      {...answers}
    >
      <p className="text-soft">
        Personal data is protected by your password. You won't be asked again for ten minutes.
      </p>
    </PasswordDialog>
  );
}
