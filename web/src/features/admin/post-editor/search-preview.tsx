import { cx } from "../../../lib/cx";
import { markTitle } from "../../../lib/mark-title";
import { plainTitle } from "../../../lib/plain-title";
import { useSite } from "../../../lib/site-context";
import { dayText } from "./local-date";
import type { PostForm } from "./post-form";
import { DESCRIPTION_LIMIT, searchResult, TITLE_LIMIT } from "./search-result";

interface SearchPreviewProps {
  form: PostForm;
  /** The post as it is stored. */
  saved: PostForm;
}

/** How the post may look in a list of search results. */
export function SearchPreview({ form, saved }: SearchPreviewProps) {
  const { shown_host } = useSite();
  const { title, description } = searchResult(form, saved);
  const { before, marked, after } = markTitle(title, form.slug);
  const day = dayText(form.published_local ?? "");
  return (
    <section className="editor-card search-preview">
      <h2 className="mono">Search preview</h2>
      <p className="mono wrap-anywhere">
        {shown_host} › blog › <strong className="font-medium text-text">{form.slug}</strong>
      </p>
      <p className="search-preview-title">
        {title === "" ? (
          "Untitled"
        ) : (
          <>
            {before}
            <span className="match">{marked}</span>
            {after}
          </>
        )}
      </p>
      <p className="text-small break-words text-soft">
        {day && `${day}. `}
        {description}
      </p>
      <p className="mono num">
        Title <Count of={plainTitle(title)} limit={TITLE_LIMIT} />, description{" "}
        <Count of={description} limit={DESCRIPTION_LIMIT} />
      </p>
    </section>
  );
}

function Count({ of, limit }: { of: string; limit: number }) {
  const length = [...of].length;
  return (
    <span className={cx(length > limit && "text-danger")}>
      {length} / {limit}
      {length > limit && " (too long)"}
    </span>
  );
}
