import {
  ALLOWED_ELEMENTS,
  allowedAttributes,
  allowedBlocks,
  isInline,
  isSafeAddress,
} from "./allowed-html";
import { unwrap } from "./paste-style";

/** Attributes that the editor adds to its elements, which stored posts do not have. */
const OWN = [
  "data-bare",
  "data-head",
  "data-id",
  "data-page-break",
  "data-pm-slice",
  "data-raw-html",
];
const ADDRESSES = ["href", "src", "cite"];
/** Nodes that can contain other blocks, in which a slice may have been cut. */
const AROUND = new Set(
  "blockquote callout bulletList orderedList listItem table tableRow tableCell tableHeader".split(
    " ",
  ),
);
/**
 * The format of `data-pm-slice`: open depths of both sides, number of wrappers to remove, and the surrounding nodes.
 */
const CUT = /^(\d+ \d+(?: -\d+)?) (.*)$/s;

/**
 * Cleans a slice that was copied from an editor, with its cut intact. Any page can provide such HTML, so nothing in it
 * is trusted.
 */
export function cleanSlice(content: DocumentFragment, cut: Element): string {
  const slice = CUT.exec(cut.getAttribute("data-pm-slice") ?? "");
  for (const element of content.querySelectorAll("*")) {
    const name = element.localName;
    if (/^(script|style|svg|math|template|title|noscript)$/.test(name)) element.remove();
    else if (name !== "div" && !isInline(name) && !ALLOWED_ELEMENTS.includes(name)) unwrap(element);
    else cleanAttributes(element);
  }
  if (slice) cut.setAttribute("data-pm-slice", `${slice[1]} ${around(slice[2] ?? "")}`);
  else cut.removeAttribute("data-pm-slice");
  const outer = document.createElement("template");
  outer.content.append(content);
  return outer.innerHTML;
}

function cleanAttributes(element: Element): void {
  const allowed = allowedAttributes(element.localName);
  for (const { name, value } of [...element.attributes]) {
    const isUnsafe = ADDRESSES.includes(name) && !isSafeAddress(value);
    if (isUnsafe || !(allowed.includes(name) || OWN.includes(name))) element.removeAttribute(name);
    else if (name === "data-raw-html") element.setAttribute(name, cleanHtml(value));
  }
}

function cleanHtml(html: string): string {
  const blocks = document.createElement("div");
  blocks.append(...allowedBlocks(html));
  return blocks.innerHTML;
}

/** Returns the surrounding nodes of a slice, as pairs of name and attributes. */
function around(context: string): string {
  try {
    const nodes = JSON.parse(context) as unknown[];
    const isKnown = nodes.every((value, at) => at % 2 === 1 || AROUND.has(value as string));
    if (!isKnown) return "[]";
    return JSON.stringify(nodes.map((value, at) => (at % 2 === 0 ? value : withoutText(value))));
  } catch {
    return "[]";
  }
}

function withoutText(attributes: unknown): unknown {
  if (typeof attributes !== "object" || attributes === null) return null;
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => /^(number|boolean)$/.test(typeof value)),
  );
}
