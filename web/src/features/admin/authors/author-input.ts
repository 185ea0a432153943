import type { AdminAuthor, AuthorInput, AuthorLink } from "../../../generated/api";
import type { FieldErrors, Values } from "../../../lib/form-rules";

/** A link in the form; the id tells rows with the same content apart. */
export interface LinkRow extends AuthorLink {
  id: number;
}

/** Name of the field that holds a link's address. */
export const linkField = ({ id }: LinkRow): string => `link_url_${id}`;

/** Returns the body of the request for the values of the form. */
export function inputOf(
  values: Values,
  links: readonly LinkRow[],
  author: AdminAuthor | null,
): AuthorInput {
  const { name = "", slug = "", job_title = "", bio = "", portrait = "" } = values;
  const years = Number.parseInt(values.years_of_experience ?? "", 10);
  return {
    name,
    slug,
    job_title,
    bio,
    portrait: portrait.trim() || null,
    links: links.map(({ label, url }) => ({ label, url })),
    years_of_experience: Number.isNaN(years) ? null : Math.max(0, years),
    version: author?.version ?? null,
  };
}

/** Maps the server's messages to the fields of the form. The message about links goes to the first incomplete link. */
export function placedErrors(errors: FieldErrors, links: readonly LinkRow[]): FieldErrors {
  const { links: message, version: _version, ...rest } = errors;
  if (!message) return rest;
  const isWhole = ({ label, url }: LinkRow) => label.trim() && /^https?:\/\/\S+$/i.test(url.trim());
  const wrong = links.find((link) => !isWhole(link)) ?? links.at(-1);
  return wrong ? { ...rest, [linkField(wrong)]: message } : rest;
}
