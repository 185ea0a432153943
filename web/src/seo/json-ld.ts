import type { AuthorProfile, AuthorView, Founder, Site } from "../generated/api";
import { absoluteUrl } from "./absolute-url";

/** A node of a page's `@graph`. */
export interface JsonLdNode {
  "@type": string | string[];
  "@id"?: string;
  [property: string]: unknown;
}

/** Returns a reference to a node of the same graph, or of another page of the site. */
export const ref = (id: string): { "@id": string } => ({ "@id": id });

export const organizationId = (site: Site): string => absoluteUrl(site, "/#organization");
export const websiteId = (site: Site): string => absoluteUrl(site, "/#website");
export const founderId = (site: Site): string => absoluteUrl(site, "/about#founder");

const LOGO = "/icon-512.png";
const LOGO_EDGE = 512;
/** Shown if there is no portrait (server/src/site.rs), so not an image of the person. */
const NO_PORTRAIT = "/images/avatar-default.svg";

/** The company; on every page. */
export function organization(site: Site): JsonLdNode {
  return {
    "@type": "Organization",
    "@id": organizationId(site),
    name: site.name,
    legalName: site.legal_name,
    url: absoluteUrl(site, "/"),
    logo: {
      "@type": "ImageObject",
      url: absoluteUrl(site, LOGO),
      width: LOGO_EDGE,
      height: LOGO_EDGE,
    },
    ...(site.strapline ? { description: site.strapline } : {}),
    foundingDate: String(site.founding_year),
    ...(site.founder.name
      ? { founder: { "@type": "Person", "@id": founderId(site), name: site.founder.name } }
      : {}),
    ...(site.social_profiles.length > 0
      ? { sameAs: site.social_profiles.map((profile) => profile.url) }
      : {}),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "sales",
      email: site.contact_email,
      availableLanguage: "en-GB",
    },
  };
}

/** The site; on every page, as other nodes refer to it. */
export function website(site: Site): JsonLdNode {
  return {
    "@type": "WebSite",
    "@id": websiteId(site),
    name: site.name,
    ...(site.legal_name === site.name ? {} : { alternateName: site.legal_name }),
    url: absoluteUrl(site, "/"),
    inLanguage: "en-GB",
    publisher: ref(organizationId(site)),
  };
}

export interface WebPageInput {
  path: string;
  title: string;
  description: string;
  /** More specific types of the page, such as "AboutPage", "CollectionPage", "ContactPage". */
  types?: string[];
  image?: string | null;
  hasBreadcrumb?: boolean;
  /** The node that the page is about. */
  mainEntity?: { "@id": string };
  /** When the page was created and last changed, RFC 3339: validators require them on profile pages. */
  dates?: { created: string; modified: string };
}

export const webPageId = (site: Site, path: string): string => `${absoluteUrl(site, path)}#webpage`;
export const breadcrumbId = (site: Site, path: string): string =>
  `${absoluteUrl(site, path)}#breadcrumb`;

/** The page; on every page. */
export function webPage(site: Site, page: WebPageInput): JsonLdNode {
  return {
    "@type": page.types && page.types.length > 0 ? ["WebPage", ...page.types] : "WebPage",
    "@id": webPageId(site, page.path),
    url: absoluteUrl(site, page.path),
    name: page.title,
    description: page.description,
    inLanguage: "en-GB",
    isPartOf: ref(websiteId(site)),
    publisher: ref(organizationId(site)),
    ...(page.image
      ? { primaryImageOfPage: { "@type": "ImageObject", url: absoluteUrl(site, page.image) } }
      : {}),
    ...(page.hasBreadcrumb ? { breadcrumb: ref(breadcrumbId(site, page.path)) } : {}),
    ...(page.mainEntity ? { mainEntity: page.mainEntity } : {}),
    ...(page.dates ? { dateCreated: page.dates.created, dateModified: page.dates.modified } : {}),
  };
}

/** A step of a breadcrumb: its text and its address. */
export interface Breadcrumb {
  name: string;
  path: string;
}

/** The path from the home page to `path`. At least two steps. */
export function breadcrumbs(site: Site, path: string, steps: Breadcrumb[]): JsonLdNode {
  return {
    "@type": "BreadcrumbList",
    "@id": breadcrumbId(site, path),
    itemListElement: steps.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step.name,
      item: absoluteUrl(site, step.path),
    })),
  };
}

/** The founder as a person: the same node on the about page and the author's page. */
export function founderPerson(
  site: Site,
  founder: Founder = site.founder,
): JsonLdNode & { "@id": string } {
  const profiles = [founder.network_url, founder.social_url].filter(Boolean);
  return {
    "@type": "Person",
    "@id": founderId(site),
    name: founder.name,
    jobTitle: founder.title,
    ...(founder.photo ? { image: absoluteUrl(site, founder.photo) } : {}),
    worksFor: ref(organizationId(site)),
    url: absoluteUrl(site, "/about"),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

/** Returns the id of an author who is the founder or has a page; nothing for others. */
function personId(site: Site, path: string | null | undefined, isFounder: boolean) {
  if (isFounder) return { "@id": founderId(site) };
  return path ? { "@id": `${absoluteUrl(site, path)}#person` } : {};
}

/** The author whose page this is, with what the page shows. */
export function profilePerson(site: Site, author: AuthorView): JsonLdNode & { "@id": string } {
  const description = author.bio ? { description: author.bio } : {};
  if (author.name === site.founder.name) return { ...founderPerson(site), ...description };
  return {
    "@type": "Person",
    "@id": `${absoluteUrl(site, author.url)}#person`,
    name: author.name,
    url: absoluteUrl(site, author.url),
    ...(author.job_title ? { jobTitle: author.job_title } : {}),
    ...description,
    ...(author.has_portrait ? { image: absoluteUrl(site, author.portrait) } : {}),
    worksFor: ref(organizationId(site)),
    ...(author.links.length > 0 ? { sameAs: author.links.map(({ url }) => url) } : {}),
  };
}

/** The author of a post as a person; the founder's own posts refer to the founder. */
export function person(
  site: Site,
  author: Pick<AuthorProfile, "name"> & Partial<AuthorProfile>,
): JsonLdNode {
  const { founder } = site;
  const isFounder = author.name === founder.name;
  // A guest has no page. The same id must have the same facts everywhere.
  const path = isFounder ? "/about" : author.url;
  const image = isFounder ? founder.photo : author.avatar;
  const jobTitle = isFounder ? founder.title : author.job_title;
  return {
    "@type": "Person",
    ...personId(site, author.url, isFounder),
    name: author.name,
    ...(path ? { url: absoluteUrl(site, path) } : {}),
    ...(image && image !== NO_PORTRAIT ? { image: absoluteUrl(site, image) } : {}),
    ...(jobTitle ? { jobTitle } : {}),
    ...(author.works_for ? { worksFor: ref(organizationId(site)) } : {}),
  };
}

export interface BlogPostingInput {
  path: string;
  headline: string;
  description: string;
  /** Paths or URLs in 16:9, 4:3 and 1:1, as available. */
  images: string[];
  /** RFC 3339 with offset. */
  published: string | null;
  modified: string;
  author: Pick<AuthorProfile, "name"> & Partial<AuthorProfile>;
  wordCount: number;
  keywords: string[];
  section: string;
}

/** An article of the blog. */
export function blogPosting(site: Site, post: BlogPostingInput): JsonLdNode {
  return {
    "@type": "BlogPosting",
    "@id": `${absoluteUrl(site, post.path)}#article`,
    // Search engines truncate longer headlines. Cut by code points, so that no character is split.
    headline: Array.from(post.headline).slice(0, 110).join(""),
    ...(post.description ? { description: post.description } : {}),
    image: post.images.map((image) => absoluteUrl(site, image)),
    ...(post.published ? { datePublished: post.published } : {}),
    dateModified: post.modified,
    author: person(site, post.author),
    publisher: ref(organizationId(site)),
    mainEntityOfPage: ref(webPageId(site, post.path)),
    wordCount: post.wordCount,
    ...(post.keywords.length > 0 ? { keywords: post.keywords } : {}),
    articleSection: post.section,
    inLanguage: "en-GB",
  };
}

/** A service that the company offers. */
export function service(
  site: Site,
  input: { name: string; description: string; path: string },
): JsonLdNode {
  const url = absoluteUrl(site, input.path);
  return {
    "@type": "Service",
    "@id": input.path.includes("#") ? url : `${url}#service`,
    name: input.name,
    serviceType: input.name,
    description: input.description,
    url,
    provider: ref(organizationId(site)),
    areaServed: "GB",
  };
}

/** Questions on the page, with their answers as plain text. */
export function faqPage(
  site: Site,
  path: string,
  items: { question: string; answer: string }[],
): JsonLdNode {
  return {
    "@type": "FAQPage",
    "@id": `${absoluteUrl(site, path)}#faq`,
    mainEntity: items.map((item) => ({
      "@type": "Question",
      name: item.question,
      acceptedAnswer: { "@type": "Answer", text: item.answer },
    })),
  };
}
