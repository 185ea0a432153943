import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Stubs Trusted Types as in browsers. Returns the names of the policies that are created. */
function stubTrustedTypes(): string[] {
  const made: string[] = [];
  vi.stubGlobal("trustedTypes", {
    createPolicy: (name: string, rules: Record<string, (text: string) => string>) => {
      made.push(name);
      const passed = (rule: (text: string) => string) => (text: string) => ({ passed: rule(text) });
      return Object.fromEntries(Object.entries(rules).map(([kind, rule]) => [kind, passed(rule)]));
    },
  });
  return made;
}

describe("trusted types", () => {
  it("are strings in browsers without Trusted Types", async () => {
    const { trustedHtml } = await import("./trusted-types");
    expect(trustedHtml("<b>")).toBe("<b>");
  });

  it("come from the only policy for markup in the server's header", async () => {
    const made = stubTrustedTypes();
    const { trustedHtml } = await import("./trusted-types");
    expect(made).toEqual(["foundfirst"]);
    expect(trustedHtml("<b>")).toEqual({ passed: "<b>" });
  });

  it("are the same value for the same text, as React would otherwise render it anew", async () => {
    stubTrustedTypes();
    const { trustedHtml } = await import("./trusted-types");
    expect(trustedHtml("<i>")).toBe(trustedHtml("<i>"));
  });

  it("are made for a text that is the name of an object's property", async () => {
    stubTrustedTypes();
    const { trustedHtml } = await import("./trusted-types");
    for (const text of ["constructor", "__proto__"])
      expect(trustedHtml(text)).toEqual({ passed: text });
  });

  it("allow only JSON as structured data", async () => {
    const made = stubTrustedTypes();
    const { trustedJson } = await import("./visit/head");
    expect(made).toContain("foundfirst-data");
    expect(trustedJson('{"a":1}')).toEqual({ passed: '{"a":1}' });
    for (const text of ["alert(1)", "", "{a:1}", "[1]//"])
      expect(() => trustedJson(text)).toThrow(SyntaxError);
  });
});
