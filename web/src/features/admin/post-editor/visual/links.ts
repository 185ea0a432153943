import type { Node } from "@tiptap/pm/model";

/** A range of a block that is a link, in positions relative to the block. */
export interface TextLink {
  href: string;
  from: number;
  to: number;
  /** Whether it is a figure. */
  isBlock: boolean;
}

const known = new WeakMap<Node, readonly TextLink[]>();

/** Returns the links of a block. Nodes are immutable, so only the block that has changed is read again. */
export function linksOf(block: Node): readonly TextLink[] {
  const before = known.get(block);
  if (before) return before;
  const links: TextLink[] = [];
  const read = (node: Node, from: number) => {
    const mark = node.marks.find(({ type }) => type.name === "link");
    // The link of a figure is an attribute, and a video is a link to itself.
    const link = mark?.attrs ?? (node.attrs.isVideo ? null : node.attrs.link);
    if (link)
      links.push({ href: String(link.href), from, to: from + node.nodeSize, isBlock: !mark });
  };
  read(block, 0);
  // Relative to the block, whose opening token counts as one position.
  block.descendants((node, position) => read(node, position + 1));
  known.set(block, links);
  return links;
}

/** Whether an address may be one of this site. */
const isOwnAddress = (href: string, publicUrl: string): boolean =>
  (href.startsWith("/") && !href.startsWith("//")) ||
  (href.startsWith(publicUrl) && /^(?:$|[/?#])/.test(href.slice(publicUrl.length)));

/** Returns the distinct addresses in a document that may be of this site. */
export function ownAddresses(doc: Node, publicUrl: string): string[] {
  const addresses = new Set<string>();
  doc.forEach((block) => {
    for (const { href } of linksOf(block)) if (isOwnAddress(href, publicUrl)) addresses.add(href);
  });
  return [...addresses];
}

/**
 * Meta key of a transaction that sets all broken addresses. A string, so that other chunks need not import the plugin's
 * key.
 */
export const BROKEN_LINKS = "brokenLinks";
