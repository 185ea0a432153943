import { allowedBlocks, isInline, isPageBreak } from "./allowed-html";

const STEP = "  ";

/**
 * Formats HTML with one line per block and indented content. Text with its inline elements is unchanged, as is
 * preformatted text.
 */
export function formatHtml(html: string): string {
  return allowedBlocks(html)
    .map((block) => (block instanceof Element ? lines(block, "") : pageBreak(block)))
    .join("\n");
}

const pageBreak = (node: Node): string => (isPageBreak(node) ? "<!-- pagebreak -->" : "");

function lines(block: Element, indent: string): string {
  const holdsBlocks = [...block.children].some(({ localName }) => !isInline(localName));
  if (!holdsBlocks || block.localName === "pre") return indent + block.outerHTML;
  const hollow = (block.cloneNode(false) as Element).outerHTML;
  const open = hollow.slice(0, -`</${block.localName}>`.length);
  const inner: string[] = [];
  let run = "";
  const endRun = () => {
    const text = run.trim();
    if (text !== "") inner.push(indent + STEP + text);
    run = "";
  };
  for (const node of block.childNodes) {
    if (node instanceof Element && !isInline(node.localName)) {
      endRun();
      inner.push(lines(node, indent + STEP));
    } else run += node instanceof Element ? node.outerHTML : escaped(node.nodeValue ?? "");
  }
  endRun();
  return [`${indent}${open}`, ...inner, `${indent}</${block.localName}>`].join("\n");
}

const escaped = (text: string): string =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\u00a0/g, "&nbsp;");
