import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp } from "../../test-support/in-app";
import { postView } from "../../test-support/posts";
import { render, unmount } from "../../test-support/render";
import { stubBrowser } from "../../test-support/stub-browser";
import BlogPost from "./post";

beforeEach(stubBrowser);
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Headings on the first, the second and the last of five pages. */
const headings = [1, 2, 5].map((page, index) => ({
  level: 2,
  id: `h${index + 1}`,
  text: `Heading ${index + 1}`,
  page,
}));

it.each([
  { page: 1, count: "1/3", of: headings },
  { page: 2, count: "2/3", of: headings },
  { page: 4, count: "2/3", of: headings, next: "/blog/post-0?page=5#h3" },
  { page: 5, count: "2/2", of: headings.slice(0, 2), next: null },
  { page: 1, count: "1/2", of: headings.slice(1), next: "/blog/post-0?page=5#h3" },
])("counts $count on page $page of an article", async ({ page, count, of, next }) => {
  const content = of
    .filter((heading) => heading.page === page)
    .map(({ id, text }) => `<h2 id="${id}">${text}</h2>`)
    .join("");
  const view = await render(
    <InApp url="/blog/post-0">
      <BlogPost
        post={{ ...postView, page, pages: 5, headings: of, content }}
        related={[]}
        previous={null}
        next={null}
      />
    </InApp>,
  );
  const bar = view.querySelector('nav[aria-label="Headings"]');
  expect(bar?.querySelector(".num")?.textContent).toBe(count);
  expect(view.querySelector('nav[aria-label="On this page"] .num')?.textContent).toBe(count);
  if (next === undefined) return;
  const link = bar?.querySelector('a[aria-label="Next heading"]');
  expect(link?.getAttribute("href") ?? null).toBe(next);
});
