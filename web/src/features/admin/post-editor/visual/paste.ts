import { allowedBlocks, parsed } from "./allowed-html";
import { cleanSlice } from "./paste-slice";
import { styleOf, unwrap } from "./paste-style";
import { fromWord } from "./paste-word";

/** Inline styles of word processors and the equivalent elements. */
const STYLES: [property: string, value: RegExp, tag: string][] = [
  ["font-weight", /^(bold|bolder|[6-9]00)$/, "strong"],
  ["font-style", /^italic$/, "em"],
  ["text-decoration", /underline/, "u"],
  ["text-decoration", /line-through/, "s"],
  ["vertical-align", /^super$/, "sup"],
  ["vertical-align", /^sub$/, "sub"],
];

/**
 * Cleans pasted HTML of what word processors add: styles, classes, wrappers, comments. Bold, italic and the like become
 * elements if they were styles, and Word's list-like paragraphs become lists.
 * @param keepImage called with the address of an image that readers could not load, such as embedded data; returns the
 * address to replace it with, or null if there is none
 */
export function cleanPaste(
  html: string,
  keepImage: (address: string) => string | null = () => null,
): string {
  const content = parsed(html);
  // A slice copied from a ProseMirror editor.
  const cut = content.querySelector("[data-pm-slice]");
  if (cut) {
    takePictures(content, keepImage);
    return cleanSlice(content, cut);
  }
  for (const element of content.querySelectorAll("b[data-style]")) {
    // Google Docs wraps all copied content in a `b` that is not bold.
    if (styleOf(element).get("font-weight") === "normal") unwrap(element);
  }
  fromWord(content);
  for (const element of content.querySelectorAll("span[data-style]")) {
    const style = styleOf(element);
    let inner: Element = element;
    for (const [property, value, tag] of STYLES) {
      if (!value.test(style.get(property) ?? "") || element.closest(`a ${tag}, ${tag}`)) continue;
      // Links are underlined and headings are bold anyway.
      if (tag === "u" && element.closest("a")) continue;
      if (tag === "strong" && element.closest("h1, h2, h3, h4, h5, h6")) continue;
      const wrapped = element.ownerDocument.createElement(tag);
      wrapped.append(...inner.childNodes);
      inner.append(wrapped);
      inner = wrapped;
    }
  }
  takePictures(content, keepImage);
  takeNotes(content);
  for (const link of content.querySelectorAll("a[href]")) cleanLink(link);
  for (const list of content.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) nest(list);
  const around = document.createElement("template");
  around.content.append(...allowedBlocks(outer(content)));
  for (const element of [
    ...around.content.querySelectorAll("p, li, td, th, h1, h2, h3, h4, h5, h6"),
  ])
    tidy(element);
  return around.innerHTML;
}

function takePictures(
  content: DocumentFragment,
  keepImage: (address: string) => string | null,
): void {
  for (const picture of content.querySelectorAll("img")) {
    const address = picture.getAttribute("src") ?? "";
    if (/^(https?:|\/)/i.test(address)) continue;
    const replacement = keepImage(address);
    if (replacement) picture.setAttribute("src", replacement);
    else picture.remove();
  }
}

/**
 * Puts the notes of a published article back to where their numbers are. Numbers whose notes were not copied are
 * removed.
 */
function takeNotes(content: DocumentFragment): void {
  for (const marker of content.querySelectorAll("sup.note > [role=doc-noteref]")) {
    const [, id = ""] = marker.getAttribute("href")?.split("#") ?? [];
    const note = content.querySelector(`[role=doc-endnotes] li[id="${CSS.escape(id)}"]`);
    const back = note?.querySelector("[role=doc-backlink]");
    const space = back?.previousSibling;
    if (space) space.textContent = space.textContent?.trimEnd() ?? "";
    back?.remove();
    if (note) marker.replaceWith(...note.childNodes);
    else marker.parentElement?.remove();
  }
  content.querySelector("[role=doc-endnotes]")?.remove();
}

/** Replaces the address of a link with its final target. Anchors of the source document lead nowhere. */
function cleanLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  if (address.startsWith("#")) unwrap(link);
  if (!/^https:\/\/www\.google\.com\/url\?/.test(address)) return;
  const target = new URL(address).searchParams.get("q");
  if (target && /^https?:/.test(target)) link.setAttribute("href", target);
}

/** Moves a list that is a direct child of another list into the item before it. */
function nest(list: Element): void {
  const item = list.previousElementSibling;
  if (item?.localName === "li") item.append(list);
}

/**
 * Removes elements without effect: empty blocks, bold around all of a heading, a paragraph around all of an item or
 * cell.
 */
function tidy(element: Element): void {
  const isEmpty = element.textContent?.trim() === "" && !element.querySelector("img");
  if (isEmpty && /^(p|h\d)$/.test(element.localName) && !/^t[dh]$/.test(parentName(element))) {
    element.remove();
    return;
  }
  const [first, ...others] = element.children;
  if (!first || hasTextBeside(element)) return;
  const isBoldHeading = /^h\d$/.test(element.localName) && /^(b|strong)$/.test(first.localName);
  const isLoneParagraph = /^(li|t[dh])$/.test(element.localName) && first.localName === "p";
  if (isBoldHeading && others.length === 0) unwrap(first);
  if (isLoneParagraph && others.every(({ localName }) => /^[uo]l$/.test(localName))) unwrap(first);
}

const parentName = (element: Element): string => element.parentElement?.localName ?? "";

const hasTextBeside = (element: Element): boolean =>
  [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
  );

function outer(content: DocumentFragment): string {
  const around = document.createElement("template");
  around.content.append(content);
  return around.innerHTML;
}
