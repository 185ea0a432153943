import { describe, expect, it } from "vitest";
import {
  EMAIL_MESSAGE,
  emailError,
  fieldCheck,
  NAME_MESSAGE,
  nameError,
  optional,
  required,
  WEBSITE_MESSAGE,
  websiteError,
} from "./form-rules";

describe("the check of a form", () => {
  const check = fieldCheck({ name: nameError, email: emailError });

  it("returns the messages of all invalid fields, in the order of the rules", () => {
    const errors = check({ email: "nobody", name: "A" });
    expect(Object.entries(errors)).toEqual([
      ["name", NAME_MESSAGE],
      ["email", EMAIL_MESSAGE],
    ]);
  });

  it("treats an absent field as empty", () => {
    expect(check({ email: "a@b.example" })).toEqual({ name: NAME_MESSAGE });
  });

  it("returns nothing if every field is valid", () => {
    expect(check({ name: "Jo", email: "a@b.example" })).toEqual({});
  });
});

describe("a field", () => {
  it("that is required has different messages for blank and invalid text", () => {
    const rule = required("Email is required", emailError);
    expect([" ", "nobody", "a@b.example"].map(rule)).toEqual([
      "Email is required",
      EMAIL_MESSAGE,
      null,
    ]);
    expect(required("Say something")("Hello")).toBeNull();
  });

  it("that is optional may be blank, but not invalid", () => {
    const rule = optional(websiteError);
    expect([" ", "a.b", "example.org"].map(rule)).toEqual([null, WEBSITE_MESSAGE, null]);
  });

  it("for an email address has the maximum length of the contract", () => {
    const address = (length: number) => `${"a".repeat(length - "@b.example".length)}@b.example`;
    expect(emailError(address(254))).toBeNull();
    expect(emailError(address(255))).toBe(EMAIL_MESSAGE);
  });
});
