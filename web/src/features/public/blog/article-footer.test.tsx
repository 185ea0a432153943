import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { InApp } from "../../../test-support/in-app";
import { postView } from "../../../test-support/posts";
import { AuthorBox } from "./article-footer";

it.each([
  [1, "Analyst, 1 year of experience, Found First"],
  [2, "Analyst, 2 years of experience, Found First"],
  [0, "Analyst, Found First"],
  [null, "Analyst, Found First"],
])("describes an author without a bio: %o years", (years_of_experience, text) => {
  const author = { ...postView.author_profile, bio: "", job_title: "Analyst", years_of_experience };
  const html = renderToStaticMarkup(
    <InApp>
      <AuthorBox author={author} />
    </InApp>,
  );
  expect(html).toContain(`>${text}<`);
});
