import { afterEach, expect, it } from "vitest";
import { replacementOf, toastRedirect } from "./redirects";
import { makePage } from "./test-support/fixtures";
import { dismissToast, useToast } from "./ui/overlay/toast-store";

afterEach(dismissToast);

it("replaces a not-found page with the address that it names", () => {
  const dead = (replace_with: string | null) =>
    makePage("not-found", "/blog/gone", { replace_with });
  expect(replacementOf(dead("/blog"))).toBe("/blog");
  expect(replacementOf(dead(null))).toBeNull();
  toastRedirect(dead("/blog"), "/blog");
  expect(useToast.getState()).toBeNull();
});

it("goes back to the list, and says why, if a post cannot be edited", () => {
  const url = "/admin/blog/edit/1";
  const failed = makePage("error", url, { status: 500, message: "" });
  expect(replacementOf(failed)).toBe("/admin/blog");
  toastRedirect(failed, "/admin/blog");
  expect(useToast.getState()).toMatchObject({ title: "Error", text: "Failed to load the post" });
  toastRedirect(makePage("not-found", url), "/admin/blog");
  expect(useToast.getState()?.text).toBe("Could not find the requested post");
});

it("goes to the listing if a post could not be loaded", () => {
  const answered = (status: number) =>
    makePage("error", "/blog/log-files", { status, message: "" });
  expect(replacementOf(answered(503))).toBe("/blog");
  toastRedirect(answered(503), "/blog");
  expect(useToast.getState()).toBeNull();
  expect(replacementOf(answered(429))).toBeNull();
});

it("shows all other error pages", () => {
  expect(replacementOf(makePage("error", "/blog"))).toBeNull();
});
