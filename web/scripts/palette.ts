import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const MODULE = "virtual:palette";

/** Returns the colours of the palette in tokens.css by their names, which are without the leading dashes. */
export function readPalette(css: string): Map<string, string> {
  const block = /@theme reference inline \{([^}]*)\}/.exec(css)?.[1];
  if (!block) throw new Error("tokens.css has no palette");
  const entries = block.matchAll(/^\s*--([a-z0-9-]+):\s*(#[0-9a-f]+);/gm);
  return new Map(Array.from(entries, ([, name = "", colour = ""]) => [name, colour]));
}

/** Puts colours in the place of `var(--name)`. Fails with the name that the palette does not have. */
export function paint(svg: string, palette: Map<string, string>): string {
  return svg.replace(/var\(--([a-z0-9-]+)\)/g, (_, name: string) => {
    const colour = palette.get(name);
    if (!colour) throw new Error(`the palette of tokens.css has no --${name}`);
    return colour;
  });
}

/**
 * Gives what is not a style sheet its colours from src/styles/tokens.css: scripts import them by name from
 * `virtual:palette` (`--green-900` is `green900`), and the drawings of public/ name them as `var(--green-900)`.
 */
export function palettePlugin(): Plugin {
  let file = "";
  const palette = () => readPalette(readFileSync(file, "utf8"));
  return {
    name: "palette",
    configResolved: ({ root }) => {
      file = join(root, "src/styles/tokens.css");
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      this.addWatchFile(file);
      const camel = (name: string) =>
        name.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
      return Array.from(
        palette(),
        ([name, colour]) => `export const ${camel(name)} = "${colour}";\n`,
      ).join("");
    },
    writeBundle({ dir = "" }) {
      const colours = palette();
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!name.endsWith(".svg")) continue;
        const path = join(dir, name);
        writeFileSync(path, paint(readFileSync(path, "utf8"), colours));
      }
    },
  };
}
