import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type ReturnedDeclaration, type Selector, transform, type Visitor } from "lightningcss";
import type { Plugin } from "vite";

/** What a page's markup and scripts say of the styles that they need. */
export interface Use {
  /** Every word of the sources: class names, and the names of custom properties. */
  words: Set<string>;
  /** Beginnings of class names that are completed when the page is rendered: `card-${size}`. */
  beginnings: string[];
}

/** Pages that stand in no search result, and link their style sheets. */
const LINKED = /^(?:admin\/|auth$|styleguide$)/;

/** A page that links the fonts, which stand in the documents of all others and in no style sheet of theirs. */
const FONTS = "src/pages/auth.tsx";

/** States that a page can only be in when its visitor has done something: the whole style sheet is there by then. */
const LATER_CLASSES = new Set(["hover", "active"]);
const LATER_ELEMENTS = new Set(["backdrop", "selection"]);

/** Reads the words of a source. */
export function readUse(sources: Iterable<string>): Use {
  const use: Use = { words: new Set(), beginnings: [] };
  for (const source of sources) {
    for (const word of source.split(/[\s"'`]+/)) {
      use.words.add(word);
      const hole = word.indexOf("${");
      if (hole > 1) use.beginnings.push(word.slice(0, hole));
    }
    for (const [property] of source.matchAll(/--[\w-]+/g)) use.words.add(property);
  }
  return use;
}

/**
 * Returns the rules of a style sheet that can apply to a page before its visitor has done anything. A class that no
 * source names is written by the server, in an article's text, and counts as used.
 * @param css a whole style sheet
 * @param use the page's sources
 * @param known the sources of all pages
 */
export function stylesOf(css: string, use: Use, known: Use): string {
  const has = ({ words, beginnings }: Use, name: string) =>
    words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const applies = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === "class") return has(use, part.name) || !has(known, part.name);
      if (part.type === "pseudo-element") return !LATER_ELEMENTS.has(part.kind);
      if (part.type !== "pseudo-class") return true;
      if (part.kind === "is" || part.kind === "where" || part.kind === "has" || part.kind === "any")
        return part.selectors.some(applies);
      return !LATER_CLASSES.has(part.kind);
    });
  const rules = filter(css, {
    Rule: {
      style(rule) {
        const selectors = rule.value.selectors.filter(applies);
        if (selectors.length === 0) return [];
        return withoutNull({ ...rule, value: { ...rule.value, selectors } });
      },
      media({ value }) {
        const { mediaQueries } = value.query;
        const printed = mediaQueries.every(({ mediaType }) => mediaType === "print");
        return printed && mediaQueries.length > 0 ? [] : undefined;
      },
    },
  });
  return dropUnused(rules, use);
}

/** Drops custom properties and animations that nothing names. */
function dropUnused(css: string, use: Use): string {
  const named = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
  const needed = (name: string) => named.has(name) || use.words.has(name);
  const keep = (name: string): ReturnedDeclaration[] | undefined =>
    name.startsWith("--") && !needed(name) ? [] : undefined;
  const rest = filter(css, {
    Declaration: { custom: ({ name }) => keep(name) },
    Rule: {
      property: ({ value }) => (needed(value.name) ? undefined : []),
      keyframes: ({ value: { name } }) =>
        css.split(new RegExp(`\\b${name.value}\\b`)).length > 2 ? undefined : [],
    },
  });
  return rest === css ? css : dropUnused(rest, use);
}

/** Returns the rules of a style sheet that name font files. */
const fontFaces = (css: string): string => (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).join("");

/** lightningcss writes absent parts of a rule as null, which it does not read. */
function withoutNull<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined)) as T;
}

function filter(css: string, visitor: Visitor<never>): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    visitor,
  });
  return code.toString();
}

interface Chunk {
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/**
 * Writes `page-styles.json` beside the server's bundle: by page, the styles that stand in its document. The rest of
 * its style sheets follows with its scripts, so that nothing but the document blocks the first paint.
 *
 * A part of the server's build, whose modules are the page's; the client's build has made the style sheets.
 */
export function pageStylesPlugin(): Plugin {
  let root = "";
  return {
    name: "page-styles",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle({ dir = "" }) {
      const client = join(root, "dist/client");
      if (!existsSync(join(client, "manifest.json")))
        this.error("the client's build comes first: its style sheets are missing");
      const manifest = JSON.parse(readFileSync(join(client, "manifest.json"), "utf8")) as Record<
        string,
        Chunk
      >;
      const name = (id: string) => relative(root, id);
      const isPage = (id: string) => /^src\/pages\/.*\.tsx$/.test(name(id));
      /** Modules that `from` needs to be rendered. What a page fetches as it starts is part of it. */
      const reach = (from: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(from)) return seen;
        seen.add(from);
        const info = this.getModuleInfo(from);
        const dynamic = isPage(from) ? info?.dynamicallyImportedIds : [];
        for (const id of [...(info?.importedIds ?? []), ...(dynamic ?? [])])
          if (!isPage(id)) reach(id, seen);
        return seen;
      };
      const sources = (ids: Iterable<string>) =>
        readUse(
          Array.from(ids, (id) =>
            id.includes("/node_modules/") ? "" : (this.getModuleInfo(id)?.code ?? ""),
          ),
        );
      const known = sources(this.getModuleIds());
      const frame = reach(join(root, "src/entry-server.tsx"));
      const read = (files: Iterable<string>) =>
        Array.from(files, (file) => readFileSync(join(client, file), "utf8")).join("\n");
      const fonts = fontFaces(read(sheetsOf(manifest, [FONTS])));
      const styles: Record<string, string> = {};
      for (const id of [...this.getModuleIds()].filter(isPage)) {
        const page = name(id).slice("src/pages/".length, -".tsx".length);
        if (LINKED.test(page)) continue;
        const use = sources(reach(id, new Set(frame)));
        const files = sheetsOf(manifest, ["src/entry-client.tsx", name(id)]);
        styles[page] = stylesOf(fonts + read(files), use, known);
      }
      writeFileSync(join(dir, "page-styles.json"), JSON.stringify(styles));
    },
  };
}

/** The style sheets of sources in the order in which a document links them. */
function sheetsOf(manifest: Record<string, Chunk>, sources: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source)) return;
    seen.add(source);
    for (const file of chunk.css ?? []) files.add(file);
    for (const next of chunk.imports ?? []) add(next);
    for (const next of chunk.dynamicImports ?? []) if (next.endsWith(".part.tsx")) add(next);
  };
  sources.forEach(add);
  return files;
}
