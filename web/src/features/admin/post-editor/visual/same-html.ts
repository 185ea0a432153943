import { allowedAttributes, isInline } from "./allowed-html";

interface Piece {
  text: string;
  /** The inline elements around it, independent of their nesting order. */
  marks: string;
  isVoid?: boolean;
}

/**
 * Returns a text that is equal for two elements that look the same to a reader. Only the nesting order of inline
 * elements and collapsed white space are ignored.
 */
export function fingerprint(root: Node): string {
  let out = "";
  let line: Piece[] = [];

  const endLine = (isPre: boolean) => {
    out += lineText(isPre ? line : collapsed(line));
    line = [];
  };
  const walk = (node: Node, marks: readonly string[], isPre: boolean) => {
    if (node.nodeType === Node.TEXT_NODE) {
      line.push({ text: node.nodeValue ?? "", marks: [...marks].sort().join() });
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const element = node as Element;
    const name = element.localName;
    const tag = `<${name}${allowedAttributes(name)
      .map((key) => [key, element.getAttribute(key)] as const)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
      .join("")}>`;
    if (name === "br") line.push({ text: tag, marks: "", isVoid: true });
    else if (name === "img")
      line.push({ text: tag, marks: [...marks].sort().join(), isVoid: true });
    else if (isInline(name))
      for (const child of node.childNodes) walk(child, [...marks, tag], isPre);
    else {
      endLine(isPre);
      out += tag;
      for (const child of node.childNodes) walk(child, [], isPre || name === "pre");
      endLine(isPre || name === "pre");
      out += `</${name}>`;
    }
  };
  walk(root, [], false);
  endLine(false);
  return out;
}

/** Collapses white space as browsers do: to one space, and none at the ends of a line. */
function collapsed(line: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let isAfterSpace = true;
  for (const piece of line) {
    if (piece.isVoid) {
      pieces.push(piece);
      isAfterSpace = piece.text === "<br>";
      continue;
    }
    let text = piece.text.replace(/[ \t\r\n\f]+/g, " ");
    if (isAfterSpace) text = text.replace(/^ /, "");
    if (text === "") continue;
    isAfterSpace = text.endsWith(" ");
    pieces.push({ ...piece, text });
  }
  const last = pieces.at(-1);
  if (last && !last.isVoid) {
    last.text = last.text.replace(/ $/, "");
    if (last.text === "") pieces.pop();
  }
  return pieces;
}

function lineText(line: readonly Piece[]): string {
  let out = "";
  let marks: string | null = null;
  for (const piece of line) {
    if (piece.marks !== marks) out += `{${piece.marks}}`;
    marks = piece.marks;
    out += piece.isVoid
      ? piece.text
      : JSON.stringify(piece.text).slice(1, -1).replace(/[<{}]/g, "\\$&");
  }
  return out;
}
