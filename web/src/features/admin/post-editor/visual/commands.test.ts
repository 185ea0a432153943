import { expect, it } from "vitest";
import { COMMANDS, lineCommands } from "./commands";

const labels = (typed: string) => lineCommands(typed).map(({ label }) => label);

it("offers the block commands for an empty line, and what can be inserted below the text", () => {
  const needWords = ["Bold", "Italic", "Underline", "Strikethrough", "Footnote", "Clean"];
  const tools = COMMANDS.map(({ label }) => label).filter((label) => !needWords.includes(label));
  expect(labels("")).toEqual([...tools, "Callout", "Image", "Video", "Page break"]);
});

it("finds a command by the beginning of any word of its names", () => {
  expect(labels("h2")).toEqual(["Header 2"]);
  expect(labels("LIST")).toEqual(["Ordered list", "Bullet list"]);
  expect(labels("divider")).toEqual(["Line"]);
  expect(labels("horizontal r")).toEqual(["Line"]);
  expect(labels("ist")).toEqual([]);
});

it("has either an action or a question for each command", () => {
  for (const { label, run, asks } of lineCommands(""))
    expect([run, asks].filter(Boolean), label).toHaveLength(1);
});
