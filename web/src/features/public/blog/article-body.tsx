import { cx } from "../../../lib/cx";
import { trustedHtml } from "../../../lib/trusted-types";
import { useChunk } from "../../../ui/base/use-chunk";
import { ARTICLE_ID } from "./article-in-document";

/** Plays the videos of articles in place. */
const loadPlayer = () => import("./play-video");

interface ArticleBodyProps {
  /** Safe HTML, as the server sanitised it. */
  html: string;
  /** The first page opens with a larger paragraph. */
  opens: boolean;
}

/** The words of an article. */
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
