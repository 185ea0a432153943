/**
 * What may become markup. The Content-Security-Policy lets the browser take nothing but what one of its policies has
 * passed (Trusted Types), so that every place that makes markup of a text is found by its policy. React takes the passed
 * values as they are; other browsers, and the server, get the texts themselves.
 */
interface Policy {
  createHTML: (html: string) => string;
  createScript: (text: string) => string;
  createScriptURL: (url: string) => string;
}

declare global {
  // The names are in the server's policy, `http/security.rs`. `var`: what a global of browsers is.
  var trustedTypes: { createPolicy: (name: string, rules: Partial<Policy>) => Policy } | undefined;
}

const policy = globalThis.trustedTypes?.createPolicy("foundfirst", { createHTML: (html) => html });
// No markup is the name of a property that every object has.
const passed: Record<string, string> = {};

/**
 * Marks HTML as trusted: markup that the server has made or sanitised, or a constant of the bundle. Returns the same
 * value for the same text as long as the document lives: React would replace the content for another one.
 */
export const trustedHtml = (html: string): string => {
  // The server renders for weeks.
  if (!policy) return html;
  passed[html] ??= policy.createHTML(html);
  return passed[html];
};
