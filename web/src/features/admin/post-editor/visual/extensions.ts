import { type AnyExtension, type Extensions, Mark, markInputRule, type Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { isSafeAddress } from "./allowed-html";
import { Callout } from "./callout";
import { Figure } from "./figure";
import { Footnote } from "./footnote";
import { PageBreak } from "./page-break";
import { RawHtmlBlock } from "./raw-html-block";
import { SelectedBlocks } from "./selected-blocks";

/** Returns an attribute that is parsed and rendered unchanged. */
const asGiven = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

/** Returns a mark for one element, with the attributes to keep. */
function plainMark(name: string, tag: string, attributes: readonly string[] = []) {
  return Mark.create({
    name,
    addAttributes: () => Object.fromEntries(attributes.map((key) => [key, asGiven(key)])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

/**
 * Returns the pattern of words typed between two signs. The kit's own also match signs around spaces, as in "*.css and
 * *.js".
 */
const between = (sign: string): RegExp => {
  const [char] = sign;
  const escaped = sign.replaceAll("*", "\\*");
  return new RegExp(`(?:^|\\s)(${escaped}(?!\\s)([^${char}]*[^${char}\\s])${escaped})$`);
};

/**
 * Extends a mark of TipTap's to preserve the element: `b` does not become `strong`.
 * @param signs what it may be typed between
 */
const eitherTag = (
  extension: AnyExtension,
  tags: readonly string[],
  signs: readonly string[] = [],
): AnyExtension =>
  (extension as Mark).extend({
    addInputRules() {
      return signs.map((sign) => markInputRule({ find: between(sign), type: this.type }));
    },
    addAttributes: () => ({
      tag: {
        default: tags[0],
        parseHTML: ({ localName }: HTMLElement) => localName,
        rendered: false,
      },
    }),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ mark }) => [mark.attrs.tag as string, 0],
  });

/** Adapts an extension of TipTap's StarterKit. */
function adapted(extension: AnyExtension): AnyExtension {
  switch (extension.name) {
    case "bold":
      return eitherTag(extension, ["strong", "b"], ["**", "__"]);
    case "italic":
      return eitherTag(extension, ["em", "i"], ["*", "_"]);
    case "strike":
      return eitherTag(extension, ["s", "del"], ["~~"]);
    case "underline":
      return eitherTag(extension, ["u"]);
    case "code":
      // Lets code be combined with a link or bold.
      return (extension as Mark).extend({
        excludes: "code",
        addAttributes: () => ({ class: asGiven("class") }),
      });
    case "link":
      return (extension as Mark)
        .extend({
          addAttributes: () => ({
            href: asGiven("href"),
            title: asGiven("title"),
            rel: asGiven("rel"),
          }),
        })
        .configure({
          openOnClick: false,
          // By default, the extension opens every link in a new tab.
          HTMLAttributes: { target: null, rel: null },
          defaultProtocol: "https",
          isAllowedUri: isSafeAddress,
        });
    case "paragraph":
      // Text in a list item or cell is not wrapped in a paragraph, unless it was before.
      return (extension as Node).extend({
        addAttributes: () => ({
          bare: {
            default: true,
            // Copied text has the attribute, stored text does not.
            parseHTML: (element: HTMLElement) => element.hasAttribute("data-bare"),
            renderHTML: ({ bare }) => (bare ? { "data-bare": "" } : {}),
          },
        }),
      });
    case "heading":
      // The id of a heading must not clash with an id of the page.
      return (extension as Node).extend({
        addAttributes: () => ({
          level: { default: 2, rendered: false },
          id: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element: HTMLElement) => element.dataset.id ?? (element.id || null),
            renderHTML: ({ id }) => (id ? { "data-id": id } : {}),
          },
        }),
      });
    case "blockquote":
      return (extension as Node).extend({
        addAttributes: () => ({ cite: asGiven("cite") }),
        renderHTML: ({ HTMLAttributes }) => ["blockquote", HTMLAttributes, 0],
      });
    case "orderedList":
      return (extension as Node).extend({
        addAttributes: () => ({
          start: {
            default: 1,
            parseHTML: (element: HTMLElement) => Number(element.getAttribute("start") ?? 1),
            renderHTML: ({ start }) => (start === 1 ? {} : { start }),
          },
        }),
      });
    default:
      return extension;
  }
}

const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(adapted);
  },
});

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name) ?? 1) || 1,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});
const cellAttributes = () => ({
  colspan: span("colspan"),
  rowspan: span("rowspan"),
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

/** Everything that the visual editor can edit. Any other block is stored as a `rawHtmlBlock`. */
export const extensions: Extensions = [
  Kit.configure({ dropcursor: { color: false, class: "drop-cursor" } }),
  Image.extend({
    addAttributes: () =>
      Object.fromEntries(
        ["src", "alt", "title", "width", "height"].map((key) => [key, asGiven(key)]),
      ),
  }).configure({ inline: true, allowBase64: false }),
  Callout,
  Figure,
  Footnote,
  Table.extend({
    addAttributes: () => ({
      head: {
        default: true,
        // Copied tables have the attribute, stored tables the element.
        parseHTML: (element: HTMLElement) =>
          element.hasAttribute("data-head") || element.querySelector("thead") !== null,
        renderHTML: ({ head }) => (head ? { "data-head": "" } : {}),
      },
    }),
    // By default, the extension writes widths into style attributes.
    renderHTML: ({ HTMLAttributes }) => ["table", HTMLAttributes, ["tbody", 0]],
    addNodeView: () => null,
  }).configure({ resizable: false }),
  TableRow,
  TableCell.extend({
    addAttributes: cellAttributes,
    renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
  }),
  TableHeader.extend({
    addAttributes: () => ({ ...cellAttributes(), scope: asGiven("scope") }),
    renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
  }),
  plainMark("subscript", "sub"),
  plainMark("superscript", "sup"),
  plainMark("highlight", "mark"),
  plainMark("keyboard", "kbd"),
  plainMark("abbreviation", "abbr", ["title"]),
  plainMark("time", "time", ["datetime"]),
  PageBreak,
  RawHtmlBlock,
  SelectedBlocks,
];
