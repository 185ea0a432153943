import type { Page } from "../../../lib/page";

/** The element that holds an article's words. */
export const ARTICLE_ID = "article";

/**
 * Puts the article of a full load into the page's data, which comes without: the words stand in the document, and
 * nobody should have to fetch them twice.
 */
export function takeArticle(page: Page): void {
  if (page.component !== "blog/post") return;
  const { post } = page.props;
  post.content ||= document.getElementById(ARTICLE_ID)?.innerHTML ?? "";
}
