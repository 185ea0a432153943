/** A post in an import file. */
export interface ImportedPost {
  title: string;
  slug: string;
  summary: string;
  content: string;
  author: string;
  tags: string[];
  section_tags: string[];
  published_date: string;
}

/** The blog's fixed categories. */
export const CATEGORIES = [
  "Technical SEO",
  "Algorithm Updates",
  "Content Strategy",
  "Link Building",
  "Local SEO",
  "Analytics & Data",
  "E-commerce SEO",
  "Mobile SEO",
] as const;

/** Number of posts that the "archive" template has in addition to the demo's. */
export const ARCHIVE_POSTS = 30;

const DAY = 86_400_000;

/** Returns `count` posts older than every demo post, newest first, spread over the categories. */
export function archivePosts(count: number): ImportedPost[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, "0");
    return {
      title: `Archive note ${number} on keeping old pages useful`,
      slug: `archive-note-${number}`,
      summary: `What note ${number} of the archive says about pages that were written years ago.`,
      content: `<h2>Note ${number}</h2><p>Old pages earn links for years. Keep their addresses.</p>`,
      author: "Morgan Vale",
      tags: [CATEGORIES[index % CATEGORIES.length] ?? CATEGORIES[0]],
      section_tags: ["SEO"],
      published_date: new Date(Date.UTC(2026, 0, 1) - index * DAY).toISOString(),
    };
  });
}
