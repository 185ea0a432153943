import { expect, it } from "vitest";
import { actionGroups, actionLabel, actorLabel, objectNames, objectText, valueText } from "./words";

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

it("shows values as text, but only length and digest of content", () => {
  expect(
    [undefined, null, "", true, ["a", "b"], [], 3, { role: null }].map((value) => valueText(value)),
  ).toEqual(["", "empty", "empty", "yes", "a, b", "empty", "3", '{"role":null}']);
  expect(valueText([{ label: "X", url: "https://x.example" }])).toContain("https://x.example");
  expect(valueText({ length: 12, sha256: "4f2a9b8c7d6e5f40" })).toBe(
    "12 characters (sha256 4f2a9b8c7d6e…)",
  );
});

it("uses the newest name of an object in the entries, or its id if there is none", () => {
  const post = "post 01a21778-d62d-76bc-bfd4-a468ca8ac484";
  const author = "author 01a21778-d5cd-707b-a8e4-188d76a819bb";
  const unnamed = "booking 01a21778-d5cd-707b-a8e4-188d76a819bc";
  const account = "account a@b.co";
  const redirect = "redirect 01a21778-d5cd-707b-a8e4-188d76a819bd";
  const names = objectNames([
    { object: post, before: { published: false }, after: { published: true } },
    { object: post, before: { title: "Old" }, after: { title: "==New== title" } },
    { object: post, before: null, after: { title: "Old", slug: "old" } },
    { object: author, before: { name: "Catrin" }, after: null },
    { object: unnamed, before: null, after: { start: "2026-11-26T10:00:00Z" } },
    { object: account, before: null, after: { role: "editor" } },
    { object: redirect, before: null, after: { source: { length: 541, sha256: "4f2a9b" } } },
  ]);
  expect(
    [post, author, unnamed, account, redirect].map((object) => objectText(object, names)),
  ).toEqual(["post: New title", "author: Catrin", unnamed, account, redirect]);
});
