import { create } from "zustand";
import type { ApiResult } from "../../../lib/api";

interface Request {
  /** Call with whether the person has confirmed their identity. */
  answer: (isConfirmed: boolean) => void;
}

/** The pending request to confirm the identity, which `ConfirmIdentity` shows; null for none. */
export const useIdentityRequest = create<{ request: Request | null }>(() => ({ request: null }));

let asked: Promise<boolean> | null = null;

/** Asks for the password. Calls that overlap share one dialog. */
function confirmIdentity(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked = null;
      useIdentityRequest.setState({ request: null });
      resolve(isConfirmed);
    };
    useIdentityRequest.setState({ request: { answer } });
  });
  return asked;
}

/**
 * Makes a call that may need a recent sign-in. When it does, the person is asked for the password and the call is
 * repeated. Resolves to the refusal when they do not give it.
 */
export async function withRecentSignIn<T>(
  send: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const result = await send();
  if (result.ok || result.error.code !== "reauthentication_required") return result;
  return (await confirmIdentity()) ? send() : result;
}
