import type { AuthProps, ErrorDetail } from "../../../../generated/api";

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

/** The kinds of codes that an account has, the usual one first. */
export const codeKinds = (factors: readonly Factor[]): CodeKind[] =>
  (["totp", "recovery"] as const).filter((kind) => factors.includes(kind));

/** What is sent for a code: six digits are the app's, as on the server. */
export const codeBody = (code: string) =>
  /^\d{6}$/.test(code.replace(/\s/g, "")) ? { totp: code } : { recovery_code: code };
