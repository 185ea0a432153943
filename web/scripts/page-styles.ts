import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type ReturnedDeclaration, type Selector, transform, type Visitor } from "lightningcss";
import type { Plugin } from "vite";

/** What a page's sources say about the styles that it needs. */
export interface Use {
  /** All words of the sources, among them class names and names of custom properties. */
  words: Set<string>;
  /** Prefixes of class names that are completed at runtime: `card-${size}`. */
  beginnings: string[];
}

/** Pages that are not in search results, and link their style sheets instead. */
const LINKED = /^(?:admin\/|auth$|styleguide$)/;

/** A page that links the fonts. All other documents contain them, so that their style sheets do not. */
const FONTS = "src/pages/auth.tsx";

/** Rules that only documents contain. */
const FIRST_PAINT = "src/styles/first-paint.css";

/** Pseudo-classes that need an action of the visitor, before which the complete style sheet is loaded. */
const LATER_PSEUDO_CLASSES = new Set(["hover", "active", "modal"]);
/** Classes of what such an action opens. */
const LATER_CLASSES = /^(?:dialog|toast)(?:-|$)/;
/** Pseudo-elements that need an action of the visitor, and those of date fields, which only other pages have. */
const LATER_ELEMENTS =
  /^(?:backdrop|selection|view-transition.*|-webkit-(?:date|calendar-picker).*)$/;

/** Collects the words of sources. */
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
 * Returns the rules of a style sheet that can apply to a page before its visitor has done anything. A class that is in
 * no source comes from the server, in the text of an article, and counts as used. Fonts are left for later.
 * @param css a complete style sheet
 * @param use words of the page's sources
 * @param known words of the sources of all pages
 */
export function stylesOf(css: string, use: Use, known: Use): string {
  const has = ({ words, beginnings }: Use, name: string) =>
    words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const applies = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === "class")
        return !LATER_CLASSES.test(part.name) && (has(use, part.name) || !has(known, part.name));
      if (part.type === "pseudo-element")
        return !LATER_ELEMENTS.test(part.kind === "custom" ? part.name : part.kind);
      if (part.type !== "pseudo-class") return true;
      if (part.kind === "is" || part.kind === "where" || part.kind === "has" || part.kind === "any")
        return part.selectors.some(applies);
      return !LATER_PSEUDO_CLASSES.has(part.kind);
    });
  const rules = filter(css, {
    Rule: {
      "font-face": () => [],
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

/** Removes custom properties and animations that are not used. */
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

/** Returns the `@font-face` rules of a style sheet. */
const fontFaces = (css: string): string => (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).join("");

/** lightningcss writes absent parts of a rule as null, but does not accept null as input. */
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
 * Writes `page-styles.json` beside the server's bundle: the styles for the document of each page. The remaining style
 * sheets are loaded with its scripts, so that the first paint needs nothing but the document.
 *
 * Part of the server's build, which has the modules of all pages. The style sheets come from the client's build.
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
      /**
       * Returns the modules that rendering `from` needs. Dynamic imports of a page are included, as they run when it
       * starts.
       */
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
      const firstPaint = filter(readFileSync(join(root, FIRST_PAINT), "utf8"), {});
      const styles: Record<string, string> = {};
      for (const id of [...this.getModuleIds()].filter(isPage)) {
        const page = name(id).slice("src/pages/".length, -".tsx".length);
        if (LINKED.test(page)) continue;
        const use = sources(reach(id, new Set(frame)));
        const files = sheetsOf(manifest, ["src/entry-client.tsx", name(id)]);
        styles[page] = fonts + stylesOf(read(files), use, known) + firstPaint;
      }
      writeFileSync(join(dir, "page-styles.json"), JSON.stringify(styles));
    },
  };
}

/** Returns the style sheets of sources, in the order in which a document links them. */
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
