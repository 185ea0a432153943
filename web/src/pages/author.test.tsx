import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { InApp } from "../test-support/in-app";
import AuthorPage from "./author";

const author = {
  url: "/authors/anna-example",
  name: "Anna Example",
  job_title: "Analyst",
  bio: "",
  portrait: "/images/authors/anna.svg",
  has_portrait: true,
  links: [],
  created_at: "2026-11-25T09:00:00Z",
  updated_at: "2026-11-25T09:00:00Z",
};

it.each([
  [1, "Analyst, 1 year of experience"],
  [2, "Analyst, 2 years of experience"],
  [null, "Analyst"],
])("states the author's years of experience: %o", (years_of_experience, text) => {
  const html = renderToStaticMarkup(
    <InApp>
      <AuthorPage
        author={{ ...author, years_of_experience }}
        posts={[]}
        page={1}
        per_page={12}
        pages={1}
        total={0}
      />
    </InApp>,
  );
  expect(html).toContain(`>${text}<`);
});
