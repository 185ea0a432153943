// Prints src/generated/allowed-elements.ts, which tells the editor what the server keeps of a post.
import { readFileSync } from "node:fs";

const linesOf = (file) =>
  readFileSync(`../crates/rich-text/${file}`, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

const elements = linesOf("elements.txt").map((line) => {
  const [name, kind, ...attributes] = line.split(" ");
  return { name, isInline: kind === "inline" || kind === "void", attributes };
});
const lines = (isInline) =>
  elements
    .filter((element) => element.isInline === isInline)
    .map(({ name, attributes }) => `  ${name}: ${JSON.stringify(attributes)},`)
    .join("\n");

const PLACEHOLDERS = { id: "[\\w-]{1,100}", key: "[\\w-]{1,100}", number: "\\d{1,100}" };

/** Returns a regular expression for the addresses that a pattern of videos.txt matches. */
function expression(pattern) {
  const [place, query = ""] = pattern.replace(/^www\.|\[.*/g, "").split("?");
  const source = (text) =>
    text
      .replace(/[.]/g, "\\.")
      .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${PLACEHOLDERS[name]})`);
  const parameters = query === "" ? [] : query.split("&");
  const wanted = parameters.map((one) => `(?=[^#]*[?&]${source(one)}(?:[&#]|$))`);
  const path = place.split("/").map(source).join("\\/");
  return `/^https?:\\/\\/(?:www\\.|m\\.)?${path}\\/?(?=[?#]|$)${wanted.join("")}/`;
}

const videos = linesOf("videos.txt").map((line) => {
  const [host, , ...addresses] = line.split(" ");
  return { host, watch: `https://${addresses[0]}`, addresses: addresses.map(expression) };
});

console.log(`/** Made by scripts/allowed-elements.mjs: the attributes of each element that runs with the text of a post. */
export const INLINE: Record<string, readonly string[]> = {
${lines(true)}
};

/** The attributes of each element that is a block of a post. */
export const BLOCKS: Record<string, readonly string[]> = {
${lines(false)}
};

/** What an address of a video on another site looks like, and where people watch it. */
export const VIDEOS: readonly { host: string; watch: string; address: RegExp }[] = [
${videos.flatMap(({ host, watch, addresses }) => addresses.map((address) => `  { host: "${host}", watch: "${watch}", address: ${address} },`)).join("\n")}
];`);
