/** Short names of the types that are made from the server's OpenAPI document. */
import type { components } from "../generated/api";

type Schemas = components["schemas"];

export type AboutProps = Schemas["AboutProps"];
export type AdminAccountProps = Schemas["AdminAccountProps"];
export type AdminBookingsProps = Schemas["AdminBookingsProps"];
export type AdminEnquiriesProps = Schemas["AdminEnquiriesProps"];
export type AdminForbiddenProps = Schemas["AdminForbiddenProps"];
export type AdminMediaProps = Schemas["AdminMediaProps"];
export type AdminPost = Schemas["AdminPost"];
export type AdminPostEditProps = Schemas["AdminPostEditProps"];
export type AdminPostsListProps = Schemas["AdminPostsListProps"];
export type AdminRow = Schemas["AdminRow"];
export type AdminSubscribersProps = Schemas["AdminSubscribersProps"];
export type ApiError = Schemas["ErrorDetail"];
export type AuthorProfile = Schemas["AuthorProfile"];
export type AuthProps = Schemas["AuthProps"];
export type BlogFilter = Schemas["BlogFilter"];
export type BlogIndexProps = Schemas["BlogIndexProps"];
export type BlogPostProps = Schemas["BlogPostProps"];
/** A call in the list of staff. */
export type BookingRow = Schemas["Booking"];
export type Card = Schemas["Card"];
export type ClientLogo = Schemas["ClientLogo"];
export type ContactProps = Schemas["ContactProps"];
export type Enquiry = Schemas["Enquiry"];
export type ErrorProps = Schemas["ErrorProps"];
export type FieldChange = Schemas["FieldChange"];
/** What became of a form that the browser posted without scripts; the page around it shows it. */
export type FormOutcome = Schemas["FormOutcome"];
export type Founder = Schemas["Founder"];
export type Heading = Schemas["Heading"];
export type HomeProps = Schemas["HomeProps"];
export type ImportReport = Schemas["ImportReport"];
/** A mail in the outbox, without its text. */
export type Mail = Schemas["MailRecord"];
export type Media = Schemas["Media"];
export type MediaList = Schemas["MediaList"];
export type MediaUses = Schemas["MediaUses"];
export type NewsletterConfirmProps = Schemas["NewsletterConfirmProps"];
export type NewsletterUnsubscribeProps = Schemas["NewsletterUnsubscribeProps"];
export type NotFoundProps = Schemas["NotFoundProps"];
export type Picture = Schemas["Picture"];
export type PostInput = Schemas["PostInput"];
export type PostLink = Schemas["PostLink"];
export type PostView = Schemas["PostView"];
export type PrivacyProps = Schemas["PrivacyProps"];
export type Revision = Schemas["Revision"];
export type RevisionList = Schemas["RevisionList"];
export type SeoProps = Schemas["SeoProps"];
export type ServicesProps = Schemas["ServicesProps"];
export type Site = Schemas["Site"];
export type Subscriber = Schemas["Subscriber"];
export type UnsavedPost = Schemas["UnsavedPost"];
export type UnsavedPosts = Schemas["UnsavedPosts"];
export type WholeRevision = Schemas["WholeRevision"];

/** A `<link>` that belongs to a page: a preload, or a neighbour in a series. */
export interface HeadLink {
  rel: string;
  href: string;
  title?: string;
  as?: string;
  type?: string;
  media?: string;
  imagesrcset?: string;
  imagesizes?: string;
  fetchpriority?: string;
  crossorigin?: string;
}

/** A `<meta>` beyond description, robots and Open Graph. */
export interface HeadMeta {
  name?: string;
  property?: string;
  content: string;
}

/** What a page says about itself; made by its `head()` on the server, applied by the client on navigation. */
export interface Head {
  title: string;
  description: string;
  canonical: string | null;
  robots: string | null;
  og: {
    type: string;
    title: string;
    description: string;
    image: string | null;
    url: string | null;
  };
  meta: HeadMeta[];
  links: HeadLink[];
  /** The nodes of the page's one `@graph`. */
  json_ld: unknown[];
}

/** A page as the server sends it. `site` comes with a full document only: the client keeps it. */
export interface Page {
  /** Path under `src/pages` without the extension. */
  component: string;
  props: Record<string, unknown>;
  /** Path and query. */
  url: string;
  /** Absent (null) in a full document's data block, whose `<head>` says it already. */
  head: Head;
  /** Names the build: another one needs a full load. */
  version: string;
  site?: Site;
  /** What became of a form posted without scripts. */
  form?: FormOutcome | null;
}

/** What `/_data/…` answers in a page's place. */
export interface PageRedirect {
  redirect: string;
  replace: boolean;
}
