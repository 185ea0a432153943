import type { Node } from "@tiptap/pm/model";

/** A heading of the text. */
export interface OutlineHeading {
  level: number;
  text: string;
  position: number;
}

const known = new WeakMap<Node, readonly OutlineHeading[]>();

/** Returns the headings of a block, with positions relative to it. */
function headingsIn(block: Node): readonly OutlineHeading[] {
  const before = known.get(block);
  if (before) return before;
  const headings: OutlineHeading[] = [];
  const visit = (node: Node, position: number) => {
    if (node.type.name === "heading")
      headings.push({ level: Number(node.attrs.level), text: node.textContent.trim(), position });
    return !node.isTextblock;
  };
  // Relative to the block, whose opening token counts as one position.
  if (visit(block, 0)) block.descendants((node, position) => visit(node, position + 1));
  known.set(block, headings);
  return headings;
}

/** Returns the headings of a document, in order. */
export function headingsOf(doc: Node): OutlineHeading[] {
  const headings: OutlineHeading[] = [];
  doc.forEach((block, offset) => {
    for (const heading of headingsIn(block))
      headings.push({ ...heading, position: offset + heading.position });
  });
  return headings;
}

/** Returns the index of the heading that a position is in or under; -1 before the first. */
export const headingAt = (headings: readonly OutlineHeading[], position: number): number =>
  headings.findLastIndex((heading) => heading.position <= position);
