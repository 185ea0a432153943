import { expect, it } from "vitest";
import type { AuthorPageProps } from "../generated/api";
import { site } from "../test-support/fixtures";
import { cards } from "../test-support/posts";
import { describe, head } from "./author.head";

const props: AuthorPageProps = {
  author: {
    url: "/authors/rowan-hale",
    name: "Rowan Hale",
    job_title: "Founder and SEO Specialist",
    bio: "Rowan founded Found First in 2011 and reads every audit before a client does.",
    portrait: "/images/authors/rowan-hale.svg",
    has_portrait: true,
    links: [{ label: "Profile", url: "https://profiles.example/rowan" }],
    years_of_experience: 21,
    created_at: "2026-11-01T09:00:00Z",
    updated_at: "2026-11-02T09:00:00Z",
  },
  posts: cards,
  page: 1,
  per_page: 12,
  pages: 1,
  total: 4,
};

it("has a title and a description of the lengths that search engines show", () => {
  for (const [job_title, bio] of [
    ["Founder and SEO Specialist", props.author.bio],
    ["", ""],
    ["Analyst", "Short."],
    ["Analyst", "A long biography of many words. ".repeat(20)],
  ] as const) {
    const author = { ...props.author, job_title, bio };
    const { title, description } = head({ ...props, author }, site);
    expect(title.length, title).toBeGreaterThanOrEqual(30);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(121);
    expect(description.length, description).toBeLessThanOrEqual(155);
    expect(describe(author, site.name)).toBe(description);
  }
});

it("describes a person, and is not indexed without articles", () => {
  const { json_ld, robots } = head(props, site);
  const nodes = json_ld as Record<string, unknown>[];
  expect(robots).toBe("max-image-preview:large");
  const person = nodes.find((node) => node["@type"] === "Person");
  expect(person).toMatchObject({
    name: "Rowan Hale",
    jobTitle: "Founder and SEO Specialist",
    sameAs: ["https://profiles.example/rowan"],
  });
  const page = nodes.find((node) => Array.isArray(node["@type"]));
  expect(page).toMatchObject({
    "@type": ["WebPage", "ProfilePage"],
    mainEntity: { "@id": person?.["@id"] },
  });
  expect(head({ ...props, posts: [], total: 0 }, site).robots).toBe("noindex, follow");
});
