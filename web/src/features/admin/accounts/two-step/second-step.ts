import type { AuthProps, ErrorDetail } from "../../../../generated/api";
import type { ApiResult } from "../../../../lib/api";

/** A sign-in whose password was right. */
export type SecondStep = NonNullable<AuthProps["second_step"]>;

type Factor = SecondStep["factors"][number];

/** The kind of code that the field accepts. */
export type CodeKind = "totp" | "recovery";

/** The step that a refusal asks for; null for any other refusal. */
export function secondStepOf({ code, challenge, factors }: ErrorDetail): SecondStep | null {
  if (code !== "second_factor_required" || !challenge) return null;
  return { challenge, factors: factors ?? [] };
}

/**
 * Waits for the response to a password. Resolves to the second step if the server asks for one, which is not a failure
 * as the password was right, and to null otherwise.
 */
export async function withSecondStep(
  sent: Promise<ApiResult<unknown>>,
): Promise<ApiResult<SecondStep | null>> {
  const result = await sent;
  const data = result.ok ? null : secondStepOf(result.error);
  return result.ok || data ? { ok: true, data } : result;
}

/** The kinds of codes that an account has, the usual one first. */
export const codeKinds = (factors: readonly Factor[]): CodeKind[] =>
  (["totp", "recovery"] as const).filter((kind) => factors.includes(kind));

/** Returns the request body for a code: six digits come from the authenticator app, as on the server. */
export const codeBody = (code: string) =>
  /^\d{6}$/.test(code.replace(/\s/g, "")) ? { totp: code } : { recovery_code: code };
