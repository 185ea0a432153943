import * as allowed from "../../../../generated/allowed-elements";
import { videoAt } from "./video";

/** The editor shows a heading 1; the server stores it as a heading 2. */
const BLOCKS: Record<string, readonly string[]> = { ...allowed.BLOCKS, h1: ["id"] };
/** Elements that are replaced by an equivalent. */
const RENAMED: Record<string, string> = { ins: "u", strike: "s" };
/** Elements that are removed with their content. */
const DROPPED = new Set([
  "iframe",
  "script",
  "style",
  "svg",
  "math",
  "template",
  "title",
  "head",
  "noscript",
]);
/** Blocks that are not allowed: their text becomes a paragraph. */
const LOOSE = new Set(
  "address article center dialog div fieldset footer form header hgroup legend main menu nav option search section".split(
    " ",
  ),
);

/** Every element that the server allows in a post. A save removes all others, so the editor does not show them. */
export const ALLOWED_ELEMENTS: readonly string[] = Object.keys({ ...allowed.INLINE, ...BLOCKS });

/** Whether an element is inline. */
export const isInline = (name: string): boolean => name in allowed.INLINE;

/** Returns the attributes that are allowed on an element. */
export const allowedAttributes = (name: string): readonly string[] =>
  allowed.INLINE[name] ?? BLOCKS[name] ?? [];

const PAGE_BREAK_MARK = /^\s*(pagebreak|nextpage)\s*$/i;

/** Whether a node is the comment that separates the pages of a post. */
export const isPageBreak = (node: Node): boolean =>
  node.nodeType === Node.COMMENT_NODE && PAGE_BREAK_MARK.test(node.nodeValue ?? "");

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Returns whether an address is allowed in a post: a path, or one with the scheme http, https, mailto or tel. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore control characters and spaces before a scheme, and tabs and line breaks within it.
  const read = [...address.trim()].filter((char) => char > " ").join("");
  const scheme = SCHEME.exec(read)?.[0].toLowerCase();
  return scheme === undefined || ["http:", "https:", "mailto:", "tel:"].includes(scheme);
}

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
const INLINE_NAME = /("[^"]*"|'[^']*')|(?<=[\s"'])(style|on[a-z]+)(?=\s*=)/gi;

/** For the content of templates, in which nothing runs. Only allowed elements are copied out of them. */
const policy = globalThis.trustedTypes?.createPolicy("foundfirst-editor", {
  createHTML: (html) => html,
});

/**
 * Parses HTML without running or loading anything. `style` attributes become `data-style`, and handlers such as
 * `onclick` become `data-onclick`, as the page's policy would report each of them even though none is applied.
 */
export function parsed(html: string): DocumentFragment {
  const template = document.createElement("template");
  const inert = html.replace(TAG, (tag) =>
    tag.replace(INLINE_NAME, (name, quoted?: string) => quoted ?? `data-${name}`),
  );
  template.innerHTML = policy?.createHTML(inert) ?? inert;
  return template.content;
}

/**
 * Returns the blocks of some HTML that the server would store, in a separate document. Text between blocks is put into
 * paragraphs, and page breaks are comments between blocks.
 */
export function allowedBlocks(html: string): Node[] {
  const inert = document.implementation.createHTMLDocument("");
  const root = inert.createElement("div");
  copyAllowed(parsed(html), root, inert);
  const blocks: Node[] = [];
  let run: HTMLElement | null = null;
  for (const node of [...root.childNodes]) {
    if (isPageBreak(node)) {
      run = null;
      blocks.push(node);
    } else if (node instanceof Element && !isInline(node.localName)) {
      run = null;
      blocks.push(node, ...breaksWithin(node));
    } else if (run || !isBlank(node)) {
      if (!run) {
        run = inert.createElement("p");
        blocks.push(run);
      }
      run.append(node);
    }
  }
  return blocks;
}

const isBlank = (node: Node): boolean =>
  node.nodeType !== Node.ELEMENT_NODE && !/[^ \t\r\n\f]/.test(node.nodeValue ?? "");

/** Moves page breaks out of a block, to the place after it, as the server does. */
function breaksWithin(block: Element): Node[] {
  const found: Node[] = [];
  const visit = (node: Node) => {
    for (const child of [...node.childNodes]) {
      if (isPageBreak(child)) {
        child.parentNode?.removeChild(child);
        found.push(child);
      } else visit(child);
    }
  };
  visit(block);
  return found;
}

function copyAllowed(from: Node, to: Node, inert: Document): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE)
      to.appendChild(inert.createTextNode(node.nodeValue ?? ""));
    else if (isPageBreak(node)) to.appendChild(inert.createComment(" pagebreak "));
    else if (node instanceof Element || node.nodeType === Node.ELEMENT_NODE)
      copyElement(node as Element, to, inert);
  }
}

function copyElement(element: Element, to: Node, inert: Document): void {
  // Word's elements have a colon in their names.
  const given = element.tagName.toLowerCase();
  const name = RENAMED[given] ?? given;
  if (name === "iframe") copyVideo(element, to, inert);
  if (DROPPED.has(name)) return;
  const isBlock = LOOSE.has(name) || name in BLOCKS;
  if (isBlock && element.parentElement?.closest("pre")) {
    copyLine(element, to, inert);
    return;
  }
  const isParagraph = LOOSE.has(name) && !holdsBlock(element) && to.nodeName !== "P";
  if (!isParagraph && !(name in allowed.INLINE) && !(name in BLOCKS)) {
    copyAllowed(element, to, inert);
    return;
  }
  const copy = inert.createElement(isParagraph ? "p" : name);
  for (const attribute of allowedAttributes(copy.localName)) {
    const value = element.getAttribute(attribute);
    if (value === null) continue;
    if (["href", "src", "cite"].includes(attribute) && !isSafeAddress(value)) continue;
    const classes = CLASSES[name];
    const allowedValue = classes ? allowedClasses(value, classes) : value;
    if (allowedValue !== "" || !classes) copy.setAttribute(attribute, allowedValue);
  }
  // Without an address, an image is dropped, and a link or a span is replaced by its content.
  if (name === "img" && !copy.getAttribute("src")) return;
  const isHollow = (name === "a" && !copy.hasAttribute("href")) || name === "span";
  copyAllowed(element, isHollow ? to : copy, inert);
  if (isHollow || (isParagraph && !copy.hasChildNodes())) return;
  to.appendChild(copy);
}

/** Copies a block within a code block, such as each line of highlighted code on some sites. Cells are parts of a line. */
function copyLine(line: Element, code: Node, inert: Document): void {
  const isCell = /^t[dh]$/.test(line.localName);
  const end = () => {
    const isOpen = code.textContent !== "" && !code.textContent?.endsWith("\n");
    if (isOpen && !isCell) code.appendChild(inert.createTextNode("\n"));
  };
  end();
  if (line.textContent === "" && !isCell) code.appendChild(inert.createTextNode("\n"));
  else copyAllowed(line, code, inert);
  end();
}

/** Allowed classes by element; HTML from other sites has many. */
const CLASSES: Record<string, readonly string[]> = { figure: ["video", "wide"], sup: ["note"] };

const allowedClasses = (value: string, classes: readonly string[]): string =>
  classes.filter((name) => value.split(/\s+/).includes(name)).join(" ");

/** Replaces an embedded player with a video figure. */
function copyVideo(frame: Element, to: Node, inert: Document): void {
  const video = videoAt((frame.getAttribute("src") ?? "").replace(/^\/\//, "https://"));
  if (!video) return;
  const figure = inert.createElement("figure");
  figure.className = "video";
  const link = inert.createElement("a");
  link.setAttribute("href", video.url);
  link.textContent = frame.getAttribute("title")?.trim() || `Video on ${video.host}`;
  figure.append(link);
  to.appendChild(figure);
}

const holdsBlock = (element: Element): boolean =>
  [...element.children].some(
    (child) => child.localName in BLOCKS || LOOSE.has(child.localName) || holdsBlock(child),
  );
