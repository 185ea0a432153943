/** Returns the inline style declarations of an element by property; the element is in a document without layout. */
export function styleOf(element: Element): Map<string, string> {
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

/** Replaces an element with its content. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}
