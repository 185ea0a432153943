import { create } from "zustand";
import type { ApiResult } from "../../../lib/api";

interface Request {
  /** "confirm" asks for the password of a session that is still valid, "sign-in" for a new sign-in. */
  kind: "confirm" | "sign-in";
  /** To be called with whether the user has done so. */
  answer: (isDone: boolean) => void;
}

/** The pending request to the person, which `IdentityRequest` shows; null for none. */
export const useIdentityRequest = create<{ request: Request | null }>(() => ({ request: null }));

let asked: Promise<boolean> | null = null;

/** Asks the person. Calls that overlap share one dialog. */
function ask(kind: Request["kind"]): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (isDone: boolean) => {
      // A late answer from an abandoned dialog must not end the request that came after it.
      if (useIdentityRequest.getState().request?.answer !== answer) return;
      asked = null;
      useIdentityRequest.setState({ request: null });
      resolve(isDone);
    };
    useIdentityRequest.setState({ request: { kind, answer } });
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
  return (await ask("confirm")) ? send() : result;
}

/**
 * Makes a call of a form whose content must not be lost. When the session has ended, the person is asked to sign in over
 * the page and the call is repeated. Resolves to the refusal when they do not.
 */
export async function withSession<T>(send: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  const result = await send();
  if (result.ok || result.status !== 401) return result;
  return (await ask("sign-in")) ? send() : result;
}
