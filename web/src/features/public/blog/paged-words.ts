/** The longest description that search engines show, in characters. */
const LIMIT = 155;

/** Adds the page number to a title, except on the first page. */
export function pagedTitle(title: string, page: number): string {
  return page > 1 ? `${title}, page ${page}` : title;
}

/**
 * Adds the page number to a description, except on the first page, and shortens it at a word so that both fit into 155
 * characters.
 */
export function pagedDescription(description: string, page: number, pages: number): string {
  if (page <= 1) return description;
  const lead = `Page ${page} of ${pages}. `;
  const room = LIMIT - lead.length;
  if (description.length <= room) return lead + description;
  const cut = description.slice(0, room - 1);
  return `${lead}${cut.slice(0, cut.lastIndexOf(" ")).replace(/[,;:.]$/, "")}…`;
}
