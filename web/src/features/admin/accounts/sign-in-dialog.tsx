import { callApi } from "../../../lib/api";
import { PasswordDialog } from "./password-dialog";
import { signInWith } from "./second-step-fields";

interface SignInDialogProps {
  /** The address of the user whose session has ended. */
  email: string;
  onClose: () => void;
  onDone: () => void;
}

/** Signs the same person in again over a page whose content must not be lost. */
export function SignInDialog({ email, onClose, onDone }: SignInDialogProps) {
  return (
    <PasswordDialog
      kind="session ended"
      heading="Sign in again"
      action="Login"
      busyLabel="Signing in..."
      send={(password) =>
        callApi("POST", "/api/auth/sign-in", { body: { email, password, transport: "cookie" } })
      }
      sendProof={signInWith}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-soft">
        Your session has ended. What you typed stays on the page. Sign in as{" "}
        <strong className="wrap-anywhere">{email}</strong>, or{" "}
        <a href="/auth" className="link" target="_blank" rel="noopener">
          sign in another way (opens in a new tab)
        </a>
        .
      </p>
    </PasswordDialog>
  );
}
