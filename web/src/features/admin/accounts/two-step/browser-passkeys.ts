/** The browser's part of passkeys (WebAuthn). Requests and responses are JSON. */

/** Response of the browser, or the reason of a failure; `message` is null when the person cancelled. */
export type PasskeyAnswer =
  | { ok: true; credential: unknown }
  | { ok: false; message: string | null };

const NO_PASSKEYS = "This browser cannot use passkeys. Update it or try another.";
const KNOWN = "This device already has a passkey for your account.";
const FAILED = "The passkey did not work. Please try again.";

/** Whether the browser reads and writes the JSON of passkeys: all current ones do. */
const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** Asks the browser to create a passkey. */
export const createPasskey = (options: unknown): Promise<PasskeyAnswer> =>
  ask(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        publicKeyOf<PublicKeyCredentialCreationOptionsJSON>(options),
      ),
    }),
  );

/** Asks the browser to sign in with a passkey. */
export const getPasskey = (options: unknown): Promise<PasskeyAnswer> =>
  ask(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        publicKeyOf<PublicKeyCredentialRequestOptionsJSON>(options),
      ),
    }),
  );

/** Returns the part of the server's response that the browser takes as options. */
const publicKeyOf = <T>(options: unknown): T => (options as { publicKey: T }).publicKey;

async function ask(prompt: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  if (!canUsePasskeys()) return { ok: false, message: NO_PASSKEYS };
  try {
    const credential = (await prompt()) as PublicKeyCredential | null;
    if (!credential) return { ok: false, message: null };
    return { ok: true, credential: credential.toJSON() };
  } catch (cause) {
    return { ok: false, message: messageOf(cause) };
  }
}

/**
 * Returns the message for an error of the browser; null when the person cancelled, which browsers do not tell apart
 * from a prompt that timed out.
 */
export function messageOf(cause: unknown): string | null {
  const name = cause instanceof DOMException ? cause.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return name === "InvalidStateError" ? KNOWN : FAILED;
}
