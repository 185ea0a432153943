import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FACES = ["src/styles/fonts.css", "src/styles/fonts-mono.css"];
const TOKENS = "src/styles/tokens.css";

/** Returns the rules of a style sheet without the `@font-face` rules of families that no `--font-*` token names. */
export function namedFaces(faces: string, tokens: string): string {
  const stacks = Array.from(tokens.matchAll(/--font-[a-z]+:([^;]*);/g), ([, stack]) => stack);
  const named = stacks.join();
  return faces.replace(/@font-face\s*\{[^}]*\}/g, (face) =>
    named.includes(/font-family:\s*("[^"]+")/.exec(face)?.[1] ?? "") ? face : "",
  );
}

/** Builds only the fonts that tokens.css names: documents neither declare, preload nor ship others. */
export function fontsPlugin(): Plugin {
  let root = "";
  return {
    name: "fonts",
    enforce: "pre",
    configResolved: (config) => {
      root = config.root;
    },
    transform(code, id) {
      if (!FACES.some((faces) => id === join(root, faces))) return null;
      const tokens = join(root, TOKENS);
      this.addWatchFile(tokens);
      return namedFaces(code, readFileSync(tokens, "utf8"));
    },
  };
}
