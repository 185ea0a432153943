import type { Node } from "@tiptap/pm/model";

/** A part of a block that is a link, in positions from the block's beginning. */
export interface TextLink {
  href: string;
  from: number;
  to: number;
}

const known = new WeakMap<Node, readonly TextLink[]>();

/** Returns the links of a block of the text. Nodes never change: only the block that is typed in is read anew. */
export function linksOf(block: Node): readonly TextLink[] {
  const before = known.get(block);
  if (before) return before;
  const links: TextLink[] = [];
  block.descendants((node, position) => {
    const mark = node.marks.find(({ type }) => type.name === "link");
    if (!mark) return;
    // Within the block: its own beginning counts as one.
    const from = position + 1;
    links.push({ href: String(mark.attrs.href), from, to: from + node.nodeSize });
  });
  known.set(block, links);
  return links;
}

/** Whether an address may be that of a page of this site. */
export const isOwnAddress = (href: string, publicUrl: string): boolean =>
  (href.startsWith("/") && !href.startsWith("//")) ||
  (href.startsWith(publicUrl) && /^(?:$|[/?#])/.test(href.slice(publicUrl.length)));

/** Returns the addresses of a document that may be those of pages of this site, each once. */
export function ownAddresses(doc: Node, publicUrl: string): string[] {
  const addresses = new Set<string>();
  doc.forEach((block) => {
    for (const { href } of linksOf(block)) if (isOwnAddress(href, publicUrl)) addresses.add(href);
  });
  return [...addresses];
}

/** Meta key of a transaction that sets all broken addresses. A string: no other chunk needs the plugin's key. */
export const BROKEN_LINKS = "brokenLinks";
