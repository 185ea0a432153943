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

  it("has the messages of all fields that are wrong, in the order of the rules", () => {
    const errors = check({ email: "nobody", name: "A" });
    expect(Object.entries(errors)).toEqual([
      ["name", NAME_MESSAGE],
      ["email", EMAIL_MESSAGE],
    ]);
  });

  it("takes a field that is absent for an empty one", () => {
    expect(check({ email: "a@b.example" })).toEqual({ name: NAME_MESSAGE });
  });

  it("is empty when every field is right", () => {
    expect(check({ name: "Jo", email: "a@b.example" })).toEqual({});
  });
});

describe("a field", () => {
  it("that is required is told apart from one that is wrong", () => {
    const rule = required("Email is required", emailError);
    expect([" ", "nobody", "a@b.example"].map(rule)).toEqual([
      "Email is required",
      EMAIL_MESSAGE,
      null,
    ]);
    expect(required("Say something")("Hello")).toBeNull();
  });

  it("that is optional may be blank, but not wrong", () => {
    const rule = optional(websiteError);
    expect([" ", "a.b", "example.org"].map(rule)).toEqual([null, WEBSITE_MESSAGE, null]);
  });

  it("for an address takes no more characters than the contract says", () => {
    const address = (length: number) => `${"a".repeat(length - "@b.example".length)}@b.example`;
    expect(emailError(address(254))).toBeNull();
    expect(emailError(address(255))).toBe(EMAIL_MESSAGE);
  });
});
