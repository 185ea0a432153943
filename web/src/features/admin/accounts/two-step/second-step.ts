import type { AuthProps, ErrorDetail } from "../../../../generated/api";
import type { ApiResult } from "../../../../lib/api";

/** A sign-in whose password was right. */
export type SecondStep = NonNullable<AuthProps["second_step"]>;

type Factor = SecondStep["factors"][number];

/** What the code field takes. */
export type CodeKind = "totp" | "recovery";

/** The step that a refusal asks for; null for any other refusal. */
export function secondStepOf({ code, challenge, factors }: ErrorDetail): SecondStep | null {
  if (code !== "second_factor_required" || !challenge) return null;
  return { challenge, factors: factors ?? [] };
}

/**
 * Waits for the answer to a password. One that asks for a second step is no failure, as the password was right: it
 * resolves to that step, and to null where there is none.
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

/** What is sent for a code: six digits are the app's, as on the server. */
export const codeBody = (code: string) =>
  /^\d{6}$/.test(code.replace(/\s/g, "")) ? { totp: code } : { recovery_code: code };
