import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const MODULE = "virtual:palette";

/** Returns the colours of the palette in tokens.css by name, without the leading dashes. */
export function readPalette(css: string): Map<string, string> {
  const block = /@theme reference inline \{([^}]*)\}/.exec(css)?.[1];
  if (!block) throw new Error("tokens.css has no palette");
  const entries = block.matchAll(/^\s*--([a-z0-9-]+):\s*(#[0-9a-f]+);/gm);
  return new Map(Array.from(entries, ([, name = "", colour = ""]) => [name, colour]));
}

/** Replaces `var(--name)` with colours. Throws for a name that the palette lacks. */
export function paint(svg: string, palette: Map<string, string>): string {
  return svg.replace(/var\(--([a-z0-9-]+)\)/g, (_, name: string) => {
    const colour = palette.get(name);
    if (!colour) throw new Error(`the palette of tokens.css has no --${name}`);
    return colour;
  });
}

/**
 * Provides the colours of src/styles/tokens.css outside of style sheets: scripts import them by name from
 * `virtual:palette` (`--green-900` is `green900`), and drawings in public/ use them as `var(--green-900)`.
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
    configureServer: ({ middlewares, config: { publicDir } }) => {
      middlewares.use(({ url = "" }, response, next) => {
        const path = join(publicDir, new URL(url, "http://localhost").pathname);
        if (!path.endsWith(".svg") || !existsSync(path)) return next();
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(paint(readFileSync(path, "utf8"), palette()));
      });
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
