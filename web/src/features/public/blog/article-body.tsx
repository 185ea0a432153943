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
          ? "prose mt-12 max-w-170 max-md:mt-7 [&>p:first-child]:text-[1.5rem] [&>p:first-child]:leading-[1.45] max-md:[&>p:first-child]:text-[1.25rem]"
          : "prose mt-12 max-w-170 max-md:mt-7"
      }
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
