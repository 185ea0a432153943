import { pagedDescription, pagedTitle } from "../features/public/blog/paged-words";
import type { AuthorPageProps, AuthorView, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { withQuery } from "../lib/url";
import { absoluteUrl } from "../seo/absolute-url";
import { fitTitle } from "../seo/fit-title";
import { profilePerson, ref } from "../seo/json-ld";
import { laterOf } from "../seo/later-of";
import { pageHead } from "../seo/page-head";

/** The shortest and the longest description that search engines show in full, in characters. */
const SHORTEST = 121;
const LONGEST = 155;

/** Text after a short biography. */
const MORE =
  "Read the articles on search, content and measurement, and find the author's other profiles.";

/** Describes the author in 121 to 155 characters. */
export function describe({ name, job_title, bio }: AuthorView, brand: string): string {
  const who = job_title ? `${name}, ${job_title} at ${brand}.` : `${name} writes for ${brand}.`;
  const about = [who, bio.replace(/\s+/g, " ").trim(), MORE].filter(Boolean);
  let text = "";
  for (const sentence of about) {
    if (text.length >= SHORTEST) break;
    text = text ? `${text} ${sentence}` : sentence;
  }
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[,;:.]$/, "")}…`;
}

export function head({ author, posts, page, pages, total }: AuthorPageProps, site: Site): Head {
  const { name, job_title } = author;
  const address = (number: number) => withQuery(author.url, { page: number > 1 ? number : null });
  const person = profilePerson(site, author);
  const newest = posts[0]?.published_date ?? author.updated_at;
  return pageHead(site, {
    path: address(page),
    title: pagedTitle(
      fitTitle(
        `${name}, ${job_title || "Author"} | ${site.name}`,
        `${name}: Articles and Profile | ${site.name}`,
        `${name}: Articles and Profile on the Blog`,
        `${name} | ${site.name}`,
        `${Array.from(name).slice(0, 40).join("")} | Author profile`,
      ),
      page,
    ),
    description: pagedDescription(describe(author, site.name), page, pages),
    // A page without articles is of no use as a search result.
    robots: total > 0 ? null : "noindex, follow",
    type: "profile",
    crumbs: [
      { name: "Blog", path: "/blog" },
      { name, path: author.url },
    ],
    pageTypes: ["ProfilePage"],
    mainEntity: ref(person["@id"]),
    dates: {
      created: author.created_at,
      modified: laterOf(newest, author.updated_at),
    },
    links: [
      ...(page > 1 ? [{ rel: "prev", href: absoluteUrl(site, address(page - 1)) }] : []),
      ...(page < pages ? [{ rel: "next", href: absoluteUrl(site, address(page + 1)) }] : []),
    ],
    jsonLd: [person],
  });
}
