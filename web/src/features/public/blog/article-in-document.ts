import type { Page } from "../../../lib/page";

/** Id of the element with the article's text. */
export const ARTICLE_ID = "article";

/** Completes the page's data after a full load: the data block omits the article, as the document contains its HTML. */
export function takeArticle(page: Page): void {
  if (page.component !== "blog/post") return;
  const { post } = page.props;
  post.content ||= document.getElementById(ARTICLE_ID)?.innerHTML ?? "";
}
