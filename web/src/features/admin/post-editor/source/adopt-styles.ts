import { StyleModule } from "style-mod";

const adopted = new WeakMap<StyleModule, CSSStyleSheet>();

/**
 * CodeMirror's styles as constructed sheets. By itself it writes them into a `style` element of the document, which
 * the page's policy forbids; a sheet that a script constructs is none.
 */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    const document_ = root as Document | ShadowRoot;
    const sheets = [modules].flat().map((module) => {
      const known = adopted.get(module);
      if (known) return known;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(module.getRules());
      adopted.set(module, sheet);
      return sheet;
    });
    // In the order in which they were given: a later one wins.
    const others = document_.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
    document_.adoptedStyleSheets = [...others, ...sheets];
  };
}
