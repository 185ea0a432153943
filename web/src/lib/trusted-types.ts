/**
 * A Trusted Types policy. The Content-Security-Policy makes browsers accept markup only from a policy, so that every
 * place where text becomes markup can be found by its policy. React accepts the resulting values; on the server, and in
 * browsers without Trusted Types, they are plain strings.
 */
interface Policy {
  createHTML: (html: string) => string;
  createScript: (text: string) => string;
  createScriptURL: (url: string) => string;
}

declare global {
  // The names are listed in the server's policy, `http/security.rs`. `var`, as it declares a global.
  var trustedTypes: { createPolicy: (name: string, rules: Partial<Policy>) => Policy } | undefined;
}

const policy = globalThis.trustedTypes?.createPolicy("foundfirst", { createHTML: (html) => html });
const passed = new Map<string, string>();

/**
 * Marks HTML as trusted: markup made or sanitised by the server, or a constant of the bundle. Always returns the same
 * value for the same text, as React would replace the content for a new one.
 */
export const trustedHtml = (html: string): string => {
  // No cache on the server, where it would grow for weeks.
  if (!policy) return html;
  if (!passed.has(html)) passed.set(html, policy.createHTML(html));
  return passed.get(html) as string;
};
