import { describe, expect, it } from "vitest";
import { EMAIL_MESSAGE } from "../../../lib/form-rules";
import { needsRenewal } from "../../../lib/session";
import { clockText, secondsLeft } from "./countdown";
import {
  checkPassword,
  checkReset,
  checkSignIn,
  checkSignUp,
  countedDown,
  EMAIL_REQUIRED,
  failureOf,
  failureOfPage,
  isAboveFields,
  LOCKED,
  REQUIRED,
  TOO_SHORT,
  UNEXPECTED,
} from "./sign-in-outcome";

const refused = (status: number, code: string, more: object = {}) =>
  failureOf({ ok: false, status, error: { code, message: "", ...more } });

describe("the countdown of a lock", () => {
  it("rounds seconds up, so that it never shows 0:00 during a lock", () => {
    expect(secondsLeft(60_000, 0)).toBe(60);
    expect(secondsLeft(60_000, 59_999)).toBe(1);
  });

  it("ends at zero and stays there", () => {
    expect(secondsLeft(60_000, 60_000)).toBe(0);
    expect(secondsLeft(60_000, 90_000)).toBe(0);
  });

  it("reads as minutes and two digits of seconds", () => {
    expect([54, 5, 60, 600].map(clockText)).toEqual(["0:54", "0:05", "1:00", "10:00"]);
  });
});

describe("a session", () => {
  it("is renewed in its last five minutes and after it has expired, not before", () => {
    expect(needsRenewal({ expires_in: 301 })).toBe(false);
    expect(needsRenewal({ expires_in: 299 })).toBe(true);
    expect(needsRenewal(null)).toBe(true);
  });
});

describe("a sign-in that is not sent", () => {
  it("names each empty field", () => {
    expect(checkSignIn({ email: " ", password: "" })?.fields).toEqual({
      email: REQUIRED,
      password: REQUIRED,
    });
    expect(checkSignIn({ email: "a@b.example", password: "" })?.fields).toEqual({
      password: REQUIRED,
    });
  });

  it("accepts a blank password", () => {
    expect(checkSignIn({ email: "a@b.example", password: " " })).toBeNull();
  });
});

describe("an account that does not exist yet", () => {
  it("needs both fields, then an address, then eight characters", () => {
    expect(checkSignUp({ email: "", password: "x" })).toEqual({
      message: REQUIRED,
      fields: { email: REQUIRED, password: TOO_SHORT },
    });
    expect(checkSignUp({ email: "a@b", password: "short" })?.message).toBe(EMAIL_MESSAGE);
    expect(checkSignUp({ email: "a@b.example", password: "1234567" })?.fields).toEqual({
      password: TOO_SHORT,
    });
    expect(checkSignUp({ email: "a@b.example", password: "12345678" })).toBeNull();
  });

  it("counts user-perceived characters", () => {
    expect(checkPassword({ password: "\u{1F511}".repeat(4) })?.message).toBe(TOO_SHORT);
    expect(checkPassword({ password: "\u{1F511}".repeat(8) })).toBeNull();
  });
});

describe("a requested link", () => {
  it("needs an address", () => {
    expect(checkReset({ email: " " })?.fields).toEqual({ email: EMAIL_REQUIRED });
    expect(checkReset({ email: "nobody" })?.fields).toEqual({ email: EMAIL_MESSAGE });
    expect(checkReset({ email: "a@b.example" })).toBeNull();
  });
});

describe("a failure", () => {
  it("is shown above the fields if it concerns none, or several with the same message", () => {
    expect(isAboveFields({ message: UNEXPECTED, fields: {} })).toBe(true);
    expect(
      isAboveFields({ message: REQUIRED, fields: { email: REQUIRED, password: REQUIRED } }),
    ).toBe(true);
  });

  it("is shown at its field, or at each field with its own message", () => {
    expect(isAboveFields({ message: REQUIRED, fields: { password: REQUIRED } })).toBe(false);
    expect(
      isAboveFields({ message: REQUIRED, fields: { email: REQUIRED, password: TOO_SHORT } }),
    ).toBe(false);
  });
});

describe("a sign-in without scripts", () => {
  it("shows nothing before the first try", () => expect(failureOfPage(null, {}, null)).toBeNull());

  it("shows the same messages as one with scripts", () => {
    const waiting = "Please wait 60 seconds before trying again.";
    expect(failureOfPage(waiting, {}, 60)).toEqual({ message: LOCKED, text: waiting, fields: {} });
    expect(failureOfPage(REQUIRED, { email: REQUIRED }, null)).toEqual({
      message: REQUIRED,
      fields: { email: REQUIRED },
    });
  });
});

describe("a refused sign-in", () => {
  it("shows the server's message for wrong credentials", () => {
    const failure = refused(401, "invalid_credentials", { message: "Invalid login credentials" });
    expect(failure).toEqual({ message: "Invalid login credentials", fields: {} });
  });

  it("says how long the lock lasts", () => {
    expect(refused(429, "locked", { retry_after: 120 })).toEqual({
      message: LOCKED,
      text: "Please wait 120 seconds before trying again.",
      fields: {},
      lockedFor: 120,
    });
  });

  it("counts down the time that a lock mentions, and nothing else", () => {
    const locked = refused(429, "locked", { retry_after: 120 });
    expect(countedDown(locked, 59)?.text).toBe("Please wait 59 seconds before trying again.");
    expect(countedDown(locked, 0)).toBe(locked);
    const wrong = refused(401, "invalid_credentials");
    expect(countedDown(wrong, 59)).toBe(wrong);
    expect(countedDown(null, 59)).toBeNull();
  });

  it("is no lock if there were only too many requests", () => {
    expect(refused(429, "too_many_requests", { retry_after: 90 })).toEqual({
      message: "Please wait 90 seconds before trying again.",
      fields: {},
    });
  });

  it("asks for a new sign-in when the session has ended", () => {
    expect(refused(401, "authentication_required").message).toBe("Authentication error");
  });

  it("shows validation errors at their fields", () => {
    const fields = { email: REQUIRED };
    expect(refused(422, "invalid", { message: REQUIRED, fields }).fields).toEqual(fields);
  });

  it("is an unexpected error in all other cases, including a lost connection", () => {
    expect(refused(0, "network").message).toBe(UNEXPECTED);
    expect(refused(500, "internal", { message: "boom" }).message).toBe(UNEXPECTED);
    expect(refused(403, "cross_site", { message: "no" }).message).toBe(UNEXPECTED);
  });
});
