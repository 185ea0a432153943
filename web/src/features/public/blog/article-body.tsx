import { trustedHtml } from "../../../lib/trusted-types";
import { ARTICLE_ID } from "./article-in-document";

interface ArticleBodyProps {
  /** Safe HTML, as the server sanitised it. */
  html: string;
  /** The first page opens with a larger paragraph. */
  opens: boolean;
}

/** The words of an article. */
export function ArticleBody({ html, opens }: ArticleBodyProps) {
  return (
    <div
      id={ARTICLE_ID}
      className={
        opens
          ? "prose article-text article-opening mt-12 max-md:mt-7"
          : "prose article-text mt-12 max-md:mt-7"
      }
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  );
}
