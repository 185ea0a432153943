import { describe, expect, it } from "vitest";
import { messageOf } from "./browser-passkeys";
import { codeBody, codeKinds, secondStepOf, withSecondStep } from "./second-step";

describe("the second step of a sign-in", () => {
  it("is read from the refusal that asks for it", () => {
    const factors = ["totp" as const];
    const asked = { code: "second_factor_required", message: "", challenge: "c", factors };
    expect(secondStepOf(asked)).toEqual({ challenge: "c", factors: ["totp"] });
    expect(secondStepOf({ code: "second_factor_required", message: "" })).toBeNull();
    expect(secondStepOf({ ...asked, code: "invalid_credentials" })).toBeNull();
  });

  it("is not a failure of the password", async () => {
    const refusal = (code: string) =>
      ({ ok: false, status: 401, error: { code, message: "", challenge: "c" } }) as const;
    const answerTo = async (code: string) => withSecondStep(Promise.resolve(refusal(code)));
    expect(await answerTo("second_factor_required")).toEqual({
      ok: true,
      data: { challenge: "c", factors: [] },
    });
    expect(await answerTo("invalid_credentials")).toEqual(refusal("invalid_credentials"));
    const done = Promise.resolve({ ok: true, data: {} } as const);
    expect(await withSecondStep(done)).toEqual({ ok: true, data: null });
  });

  it("asks for the app's code first, and only for factors that the account has", () => {
    expect(codeKinds(["recovery", "passkey", "totp"])).toEqual(["totp", "recovery"]);
    expect(codeKinds(["passkey", "recovery"])).toEqual(["recovery"]);
    expect(codeKinds(["passkey"])).toEqual([]);
  });

  it("sends a code under its name", () => {
    expect(codeBody("123 456")).toEqual({ totp: "123 456" });
    for (const code of ["7k3qf-9xm2b", "12345-67890", "12345"])
      expect(codeBody(code)).toEqual({ recovery_code: code });
  });
});

describe("a browser's refusal of a passkey", () => {
  it("says nothing when the person cancelled", () => {
    expect(messageOf(new DOMException("", "NotAllowedError"))).toBeNull();
    expect(messageOf(new DOMException("", "AbortError"))).toBeNull();
  });

  it("suggests an alternative", () => {
    expect(messageOf(new DOMException("", "InvalidStateError"))).toContain("already");
    expect(messageOf(new DOMException("", "SecurityError"))).toContain("try again");
    expect(messageOf(new TypeError("x"))).toContain("try again");
  });
});
