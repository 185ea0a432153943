// Prints src/generated/allowed-elements.ts, so that the editor keeps of a post what the server keeps.
import { readFileSync } from "node:fs";

const elements = readFileSync("../crates/rich-text/elements.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [name, kind, ...attributes] = line.split(" ");
    return { name, isInline: kind === "inline" || kind === "void", attributes };
  });
const lines = (isInline) =>
  elements
    .filter((element) => element.isInline === isInline)
    .map(({ name, attributes }) => `  ${name}: ${JSON.stringify(attributes)},`)
    .join("\n");

console.log(`/** Made by scripts/allowed-elements.mjs: the attributes of each element that runs with the text of a post. */
export const INLINE: Record<string, readonly string[]> = {
${lines(true)}
};

/** The attributes of each element that is a block of a post. */
export const BLOCKS: Record<string, readonly string[]> = {
${lines(false)}
};`);
