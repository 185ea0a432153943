import { DOMParser, DOMSerializer, type Node, type Schema } from "@tiptap/pm/model";
import { PAGE_BREAK } from "../content-stats";
import { allowedBlocks, isPageBreak, parsed } from "./allowed-html";
import { fingerprint } from "./same-html";

/**
 * Parses HTML into a document of the visual editor. A block that would not be serialised to equivalent HTML becomes a
 * `rawHtmlBlock`.
 */
export function toDocument(schema: Schema, html: string): Node {
  const blocks = allowedBlocks(html).flatMap((block) => {
    if (isPageBreak(block)) return [schema.node("pageBreak")];
    if (!(block instanceof Element)) return [];
    const nodes = parsedBlock(schema, block);
    return same(schema, nodes, block)
      ? nodes
      : [schema.node("rawHtmlBlock", { html: block.outerHTML })];
  });
  return schema.topNodeType.create(null, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
}

function parsedBlock(schema: Schema, block: Element): readonly Node[] {
  const around = block.ownerDocument.createElement("div");
  around.append(block);
  return DOMParser.fromSchema(schema).parse(around).content.content;
}

/** Counts footnotes. Adjacent ones are parsed as a single mark, which the fingerprint does not show. */
const notesIn = (block: ParentNode): number => block.querySelectorAll("sup.note").length;

function same(schema: Schema, nodes: readonly Node[], block: Element): boolean {
  const [node] = nodes;
  if (!node || nodes.length > 1) return false;
  const content = parsed(blockHtml(schema, node));
  const [back] = content.childNodes;
  return (
    back !== undefined &&
    fingerprint(back) === fingerprint(block) &&
    notesIn(content) === notesIn(block)
  );
}

/** Serialises a document to HTML: one line per block, without empty paragraphs at the end. */
export function toHtml(doc: Node): string {
  const blocks: Node[] = [...doc.content.content];
  while (blocks.at(-1)?.type.name === "paragraph" && blocks.at(-1)?.childCount === 0) blocks.pop();
  return blocks.map((block) => cachedHtml(doc.type.schema, block)).join("\n");
}

/** HTML by node. Nodes are immutable, so only the block that has changed is serialised again. */
const written = new WeakMap<Node, string>();

function cachedHtml(schema: Schema, node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  const html = blockHtml(schema, node);
  written.set(node, html);
  return html;
}

function blockHtml(schema: Schema, node: Node): string {
  if (node.type.name === "pageBreak") return PAGE_BREAK;
  if (node.type.name === "rawHtmlBlock") return node.attrs.html as string;
  const inert = document.implementation.createHTMLDocument("");
  const around = inert.createElement("div");
  around.append(DOMSerializer.fromSchema(schema).serializeNode(node, { document: inert }));
  for (const paragraph of around.querySelectorAll("p[data-bare]")) {
    if (isAlone(paragraph)) paragraph.replaceWith(...paragraph.childNodes);
    else paragraph.removeAttribute("data-bare");
  }
  for (const heading of around.querySelectorAll("[data-id]")) {
    heading.id = heading.getAttribute("data-id") ?? "";
    heading.removeAttribute("data-id");
  }
  for (const table of around.querySelectorAll("table")) divideTable(table);
  // Within a list or cell, a raw HTML block is replaced by its HTML, and a page break moves after the whole block.
  for (const block of around.querySelectorAll<HTMLElement>("[data-raw-html]")) {
    block.replaceWith(parsed(block.dataset.rawHtml ?? ""));
  }
  const breaks = [...around.querySelectorAll("[data-page-break]")];
  for (const pageBreak of breaks) pageBreak.remove();
  return [around.innerHTML, ...breaks.map(() => PAGE_BREAK)].join("\n");
}

/** Whether a paragraph is the only text of a list item or cell, so that its element can be omitted. */
function isAlone(paragraph: Element): boolean {
  return (
    /^(li|td|th)$/.test(paragraph.parentElement?.localName ?? "") &&
    paragraph.previousElementSibling === null &&
    paragraph.nextElementSibling?.localName !== "p"
  );
}

/** Moves the leading rows that contain only headings into a `thead`. */
function divideTable(table: Element): void {
  const body = table.querySelector("tbody");
  if (!table.hasAttribute("data-head") || !body) return;
  table.removeAttribute("data-head");
  const head = table.ownerDocument.createElement("thead");
  for (const row of [...body.children]) {
    if ([...row.children].some((cell) => cell.localName !== "th")) break;
    head.append(row);
  }
  if (head.children.length > 0) body.before(head);
  if (body.children.length === 0) body.remove();
}
