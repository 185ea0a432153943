import { styleOf, unwrap } from "./paste-style";

/** Elements for Word's style classes. */
const CLASSES: Record<string, string> = {
  MsoTitle: "h1",
  MsoSubtitle: "h2",
  MsoQuote: "blockquote",
  MsoIntenseQuote: "blockquote",
};

/** Classes of a comment's mark in the text. */
const COMMENT_MARKS = ".MsoCommentReference, .msocomanchor";

/** A number or letter as Word writes it before a list item: "3.", "(b)", or "2.1" with the numbers of the lists around. */
const NUMBER = /^\(?(?:\d+\.)*(?:(\d+)[.)]?|[a-z]{1,5}[.)])$/i;

/** Turns Word's own constructs into standard HTML. HTML from other sources is unchanged. */
export function fromWord(content: DocumentFragment): void {
  for (const element of content.querySelectorAll(`${COMMENT_MARKS}, [data-style]`))
    if (element.matches(COMMENT_MARKS) || isUnseen(element)) element.remove();
  for (const paragraph of content.querySelectorAll("p[class]")) {
    const tag = [...paragraph.classList].map((name) => CLASSES[name]).find(Boolean);
    if (tag) putIn(paragraph, tag);
  }
  makeLists(content);
  for (const mark of content.querySelectorAll("span[data-style]")) {
    // Numbers of headings.
    if (styleOf(mark).get("mso-list") === "ignore") mark.remove();
  }
  for (const line of content.querySelectorAll("br[data-style]")) {
    if (styleOf(line).has("page-break-before")) line.remove();
  }
  // Word's elements have a colon in their names: smart tags with text in them, and empty paragraph marks.
  for (const element of [...content.querySelectorAll("*")])
    if (element.tagName.includes(":")) unwrap(element);
}

/** Whether an element is hidden, or has the comments of a document, which follow its text. */
function isUnseen(element: Element): boolean {
  const style = styleOf(element);
  return style.get("mso-hide") === "all" || (style.get("mso-element") ?? "").startsWith("comment");
}

function putIn(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag);
  element.replaceWith(other);
  if (tag === "blockquote") other.append(element);
  else other.append(...element.childNodes);
}

interface Item {
  level: number;
  isNumbered: boolean;
  start: number;
  paragraph: Element;
}

/** Returns the list item that a paragraph represents, or null. */
function itemOf(paragraph: Element): Item | null {
  const level = /\blevel(\d)/.exec(styleOf(paragraph).get("mso-list") ?? "")?.[1];
  if (level === undefined) return null;
  const mark = [...paragraph.querySelectorAll("span[data-style]")].find(
    (span) => styleOf(span).get("mso-list") === "ignore",
  );
  const number = NUMBER.exec(mark?.textContent?.trim() ?? "");
  mark?.remove();
  return {
    level: Number(level),
    isNumbered: number !== null,
    start: Number(number?.[1]) || 1,
    paragraph,
  };
}

/** Turns paragraphs that look like list items into lists. */
function makeLists(content: DocumentFragment): void {
  /** The open lists, outermost first. */
  let open: { level: number; list: Element }[] = [];
  let last: Element | null = null;
  for (const paragraph of content.querySelectorAll("p[data-style]")) {
    const item = itemOf(paragraph);
    if (!item) continue;
    if (last === null || follower(last) !== paragraph) open = [];
    last = addItem(open, item);
  }
}

/** Adds an item to its list, and starts a list if there is none. Returns the outermost list. */
function addItem(open: { level: number; list: Element }[], item: Item): Element {
  const { paragraph, level, isNumbered, start } = item;
  const { ownerDocument } = paragraph;
  while ((open.at(-1)?.level ?? 0) > level && open.length > 1) open.pop();
  const tag = isNumbered ? "ol" : "ul";
  const current = open.at(-1);
  const li = ownerDocument.createElement("li");
  if (current && current.level >= level && current.list.localName === tag) {
    current.list.append(li);
  } else {
    const list = ownerDocument.createElement(tag);
    if (start > 1) list.setAttribute("start", String(start));
    list.append(li);
    if (current && current.level < level) current.list.lastElementChild?.append(list);
    else {
      // A list of another kind at the same level is a separate list.
      if (current) open.pop();
      const beside = current?.list;
      if (beside?.parentElement?.localName === "li") beside.parentElement.append(list);
      else paragraph.before(list);
    }
    open.push({ level, list });
  }
  li.append(...paragraph.childNodes);
  paragraph.remove();
  return open[0]?.list ?? li;
}

/** Returns the next element, if only white space is before it. */
function follower(element: Element): Element | null {
  let node = element.nextSibling;
  while (node && node.nodeType !== Node.ELEMENT_NODE && node.textContent?.trim() === "")
    node = node.nextSibling;
  return node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : null;
}
