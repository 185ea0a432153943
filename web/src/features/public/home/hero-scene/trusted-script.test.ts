import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("a worker's script must come from this site", async () => {
  const made: string[] = [];
  vi.stubGlobal("trustedTypes", {
    createPolicy: (name: string, rules: object) => {
      made.push(name);
      return rules;
    },
  });
  const { trustedScript } = await import("./trusted-script");
  expect(made).toContain("foundfirst-worker");
  expect(trustedScript("/a.js")).toBe("/a.js");
  for (const address of ["https://evil.example/a.js", "//evil.example/a.js", "data:,x", "blob:x"])
    expect(() => trustedScript(address)).toThrow(TypeError);
});
