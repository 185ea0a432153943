import { keptBlocks, parsed } from "./kept-html";

/** What word processors say by a style, as an element. */
const STYLES: [property: string, value: RegExp, tag: string][] = [
  ["font-weight", /^(bold|bolder|[6-9]00)$/, "strong"],
  ["font-style", /^italic$/, "em"],
  ["text-decoration", /underline/, "u"],
  ["text-decoration", /line-through/, "s"],
  ["vertical-align", /^super$/, "sup"],
  ["vertical-align", /^sub$/, "sub"],
];

/**
 * Pasted HTML without what a word processor adds: styles, classes, wrappers, embedded pictures. Bold, italic and
 * the like that it wrote as styles become elements.
 */
export function cleanPaste(html: string): string {
  // What was copied from this editor brings how it was cut.
  if (html.includes("data-pm-slice")) return html;
  const content = parsed(html);
  for (const element of content.querySelectorAll("b[data-style]")) {
    // Google Docs has all of a copy in one `b` that is not bold.
    if (styleOf(element).get("font-weight") === "normal")
      element.replaceWith(...element.childNodes);
  }
  for (const element of content.querySelectorAll("span[data-style]")) {
    const style = styleOf(element);
    let inner: Element = element;
    for (const [property, value, tag] of STYLES) {
      if (!value.test(style.get(property) ?? "") || element.closest(`a ${tag}, ${tag}`)) continue;
      // A link is underlined anyway.
      if (tag === "u" && element.closest("a")) continue;
      const wrapped = element.ownerDocument.createElement(tag);
      wrapped.append(...inner.childNodes);
      inner.append(wrapped);
      inner = wrapped;
    }
  }
  for (const picture of content.querySelectorAll("img")) {
    if (!/^(https?:|\/)/i.test(picture.getAttribute("src") ?? "")) picture.remove();
  }
  const kept = document.createElement("template");
  kept.content.append(...keptBlocks(outer(content)));
  return kept.innerHTML;
}

function outer(content: DocumentFragment): string {
  const around = document.createElement("template");
  around.content.append(content);
  return around.innerHTML;
}

/** Declarations by property; the element is in a document without layout. */
function styleOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute("data-style") ?? "").split(";");
  const style = new Map<string, string>();
  for (const declaration of declarations) {
    const [property = "", value = ""] = declaration.split(/:(.*)/s);
    const key = property
      .trim()
      .toLowerCase()
      .replace(/^text-decoration-line$/, "text-decoration");
    style.set(key, value.trim().toLowerCase());
  }
  return style;
}
