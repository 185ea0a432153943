/** Headings for the findings of each rule, in the order in which the page shows them. */
const NAMES: Record<string, string> = {
  broken_links: "Broken links",
  broken_images: "Images that fail to load",
  broken_fragments: "Links to missing sections",
  redirect_chain: "Redirect chains",
  redirected_links: "Links to a redirect",
  orphan: "Orphan pages",
  click_depth: "Pages many clicks away",
  unique_title: "Duplicate titles",
  unique_description: "Duplicate descriptions",
  images_alt: "Images without alt text",
  images_alt_length: "Alt text that is too long",
  images_size: "Images without width and height",
  sitemap: "Sitemap",
  canonical: "Canonical addresses",
  address: "Addresses",
  title_length: "Title length",
  title_width: "Title width",
  description_length: "Description length",
  description_width: "Description width",
  h1: "Main headings",
  heading_order: "Skipped heading levels",
  link_text: "Links that don't say where they go",
  social: "Social sharing tags",
  social_image: "Social sharing images",
  language: "Language",
  third_parties: "Third-party content",
  cookies: "Cookies",
};
const ORDER = Object.keys(NAMES);

/** Returns the name of a rule for display. */
export function kindName(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return NAMES[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const place = (kind: string) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

/** Findings of one rule. */
export interface FindingGroup<T> {
  kind: string;
  findings: T[];
}

/** Groups findings by rule, in the order of the page. The order within a rule is kept. */
export function grouped<T extends { kind: string }>(findings: readonly T[]): FindingGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const finding of findings) {
    const group = groups.get(finding.kind);
    if (group) group.push(finding);
    else groups.set(finding.kind, [finding]);
  }
  return [...groups]
    .map(([kind, findings]) => ({ kind, findings }))
    .sort((one, other) => place(one.kind) - place(other.kind));
}
