import { expect, it } from "vitest";
import { actionGroups, actionLabel, actorLabel, valueText } from "./words";

it("names actions and actors", () => {
  expect(
    ["post.changed", "account.sign_in_failed", "list.exported", "access.refused"].map(actionLabel),
  ).toEqual(["Post changed", "Sign-in failed", "List exported", "Access refused"]);
  expect([null, "command line", "program", "erased", "a@b.co"].map(actorLabel)).toEqual([
    "Visitor",
    "Command line",
    "The website itself",
    "Erased account",
    "a@b.co",
  ]);
});

it("groups actions in the order of the server", () => {
  expect(actionGroups(["post.created", "post.deleted", "image.changed"])).toEqual([
    ["post", ["post.created", "post.deleted"]],
    ["image", ["image.changed"]],
  ]);
});

it("shows values as text, and of content only its length and digest", () => {
  expect(
    [undefined, null, "", true, ["a", "b"], [], 3, { role: null }].map((value) => valueText(value)),
  ).toEqual(["", "empty", "empty", "yes", "a, b", "empty", "3", '{"role":null}']);
  expect(valueText({ length: 12, sha256: "4f2a9b8c7d6e5f40" })).toBe(
    "12 characters (sha256 4f2a9b8c7d6e…)",
  );
});
