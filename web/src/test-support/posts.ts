import type { AdminPost, Card, PostView } from "../generated/api";

const card = (n: number): Card => ({
  id: `id-${n}`,
  slug: `post-${n}`,
  url: `/blog/post-${n}`,
  title: `What log files know, part ${n}`,
  summary: "A field guide to the lines worth reading.",
  label: "SEO",
  author: "Admin",
  author_avatar: "/images/avatar-default.svg",
  thumbnail_image: null,
  featured: n === 0,
  trending: false,
  published_date: "2026-11-25T09:00:00Z",
  date_text: "25 Nov 2026",
  reading_time: "3 min",
  tags: ["Technical SEO"],
  section_tags: ["SEO"],
  category: "Technical SEO",
  cover: { ground: "technical-seo", pattern: 1, before: "", marked: "Title", after: "" },
});

/** Posts as listings and teasers get them. */
export const cards: Card[] = [0, 1, 2, 3].map(card);

/** A post as its own page gets it, with a single page. */
export const postView: PostView = {
  ...card(0),
  content: '<p>First.</p><h2 id="why">Why</h2><p>Because.</p>',
  page: 1,
  pages: 1,
  headings: [{ level: 2, id: "why", text: "Why", page: 1 }],
  reading_time_long: "6 min read",
  author_profile: {
    name: "Admin",
    avatar: "/images/avatar-default.svg",
    bio: "Reads logs.",
    job_title: null,
    years_of_experience: null,
    works_for: "Found First",
    url: null,
  },
  featured_image: null,
  meta_title: "",
  meta_description: "",
  canonical_url: "",
  schema: "",
  created_at: "2026-11-25T09:00:00Z",
  updated_at: "2026-11-26T09:00:00Z",
  word_count: 1200,
};

/** A post as the editor gets it. */
export const adminPost: AdminPost = {
  id: "0191",
  version: 2,
  state: "live",
  created_at: "2026-11-25T09:00:00Z",
  updated_at: "2026-11-25T09:00:00Z",
  title: "What ==log files== know",
  slug: "log-files",
  content: "<p>Text</p>",
  summary: "Server logs remember.",
  author: "Admin",
  author_bio: "",
  tags: ["Technical SEO"],
  section_tags: ["SEO"],
  published: true,
  featured: false,
  trending: false,
  crawl_log: false,
  inside_the_index: false,
  published_date: "2026-11-25T09:00:00Z",
  featured_image: "/media/images/a.webp",
  thumbnail_image: null,
  meta_title: "",
  meta_description: "",
  canonical_url: null,
  schema: "",
};
