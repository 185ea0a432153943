import { StyleModule } from "style-mod";

const adopted = new WeakMap<StyleModule, CSSStyleSheet>();

/**
 * Mounts CodeMirror's styles as constructed style sheets, which the page's policy permits.
 *
 * As of style-mod 4.1.4, `StyleSet` constructs a sheet only for roots without a `head`, that is, for shadow roots; for
 * a document it writes a `style` element, which `style-src 'self'` blocks. What `@codemirror/view` 6.43.15 offers
 * against it is a nonce (`EditorView.cspNonce`), which pages that are cached cannot have. Known upstream:
 * https://github.com/codemirror/dev/issues/395
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
    // In the order of mounting, as later sheets win.
    const others = document_.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
    document_.adoptedStyleSheets = [...others, ...sheets];
  };
}
