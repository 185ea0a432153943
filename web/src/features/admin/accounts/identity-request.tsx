import { useEffect } from "react";
import { callApi } from "../../../lib/api";
import { useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";
import { PasswordDialog } from "./password-dialog";
import { useIdentityRequest } from "./recent-sign-in";
import { SignInDialog } from "./sign-in-dialog";

/**
 * Asks for the password when a call needs a recent sign-in, or a session at all. Mounted once, around the admin pages.
 * Leaving the page that made the call counts as a refusal.
 * @param email the address of the signed-in user
 */
export function IdentityRequest({ email }: { email: string }) {
  const request = useIdentityRequest((state) => state.request);
  const { path } = splitUrl(useUrl());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request ends when the page changes
  useEffect(() => () => useIdentityRequest.getState().request?.answer(false), [path]);
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
        Sign in again to continue. You won't be asked again for ten minutes.
      </p>
    </PasswordDialog>
  );
}
