import { useEffect, useRef } from "react";
import { trustedHtml } from "../../../lib/trusted-types";
import { ARTICLE_ID } from "./article-in-document";
import { playVideo } from "./play-video";

interface ArticleBodyProps {
  /** Safe HTML, as the server sanitised it. */
  html: string;
  /** The first page opens with a larger paragraph. */
  opens: boolean;
}

/** The words of an article. */
export function ArticleBody({ html, opens }: ArticleBodyProps) {
  const article = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = article.current;
    element?.addEventListener("click", playVideo);
    return () => element?.removeEventListener("click", playVideo);
  }, []);
  return (
    <div
      ref={article}
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
