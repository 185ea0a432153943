import { cx } from "../../../lib/cx";
import { trustedHtml } from "../../../lib/trusted-types";
import { useChunk } from "../../../ui/base/use-chunk";
import { ARTICLE_ID } from "./article-in-document";

/** Module that plays the videos of articles in place. */
const loadPlayer = () => import("./play-video");

interface ArticleBodyProps {
  /** Safe HTML, as the server sanitised it. */
  html: string;
  /** Whether this is the first page, whose first paragraph is larger. */
  opens: boolean;
}

/** The text of an article. */
export function ArticleBody({ html, opens }: ArticleBodyProps) {
  useChunk(html.includes("data-player"), loadPlayer, undefined, null);
  return (
    <div
      id={ARTICLE_ID}
      className={cx("prose article-text mt-12 max-md:mt-7", opens && "article-opening")}
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  );
}
