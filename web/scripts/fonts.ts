import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FACES = "src/styles/fonts.css";
const TOKENS = "src/styles/tokens.css";

/** Returns the rules of a style sheet, less the `@font-face` of families that no `--font-*` of the tokens names. */
export function namedFaces(faces: string, tokens: string): string {
  const stacks = Array.from(tokens.matchAll(/--font-[a-z]+:([^;]*);/g), ([, stack]) => stack);
  const named = stacks.join();
  return faces.replace(/@font-face\s*\{[^}]*\}/g, (face) =>
    named.includes(/font-family:\s*("[^"]+")/.exec(face)?.[1] ?? "") ? face : "",
  );
}

/** Builds only the fonts that tokens.css names: no document declares, preloads or ships another. */
export function fontsPlugin(): Plugin {
  let root = "";
  return {
    name: "fonts",
    enforce: "pre",
    configResolved: (config) => {
      root = config.root;
    },
    transform(code, id) {
      if (id !== join(root, FACES)) return null;
      const tokens = join(root, TOKENS);
      this.addWatchFile(tokens);
      return namedFaces(code, readFileSync(tokens, "utf8"));
    },
  };
}
