import type { PostPreviewProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import BlogPost from "./blog/post";

export const chrome: PageChrome = { hero: "paper", footer: "short-on-phones" };

/** A post as its readers would see it, published or not. */
export default function PostPreview({ article, expires_text }: PostPreviewProps) {
  return (
    <>
      <p className="preview-bar" data-ground="mark">
        <b>Preview.</b> Only people with this link can see this page. The link works until{" "}
        {expires_text}.
      </p>
      <BlogPost {...article} />
    </>
  );
}
