/** The longest description that search engines show, in characters. */
const LIMIT = 155;

/** A title that says which page it is of; unchanged on the first. */
export function pagedTitle(title: string, page: number): string {
  return page > 1 ? `${title}, page ${page}` : title;
}

/**
 * A description that says which page it is of, cut at a word so that both fit into 155 characters; unchanged on
 * the first page.
 */
export function pagedDescription(description: string, page: number, pages: number): string {
  if (page <= 1) return description;
  const lead = `Page ${page} of ${pages}. `;
  const room = LIMIT - lead.length;
  if (description.length <= room) return lead + description;
  const cut = description.slice(0, room - 1);
  return `${lead}${cut.slice(0, cut.lastIndexOf(" ")).replace(/[,;:.]$/, "")}…`;
}
