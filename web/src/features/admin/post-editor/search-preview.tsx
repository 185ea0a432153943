import { cx } from "../../../lib/cx";
import { markTitle } from "../../../lib/mark-title";
import { plainTitle } from "../../../lib/plain-title";
import { useSite } from "../../../lib/site-context";
import { dayText } from "./local-date";
import type { PostForm } from "./post-form";
import { stateOf } from "./post-state";
import { searchResult } from "./search-result";
import {
  cutToWidth,
  DESCRIPTION_SIZE,
  DESCRIPTION_WIDTH,
  TITLE_SIZE,
  TITLE_WIDTH,
  textWidth,
} from "./text-width";
import { type FormSource, SETTLED, useSettledForm } from "./use-draft-sync";

interface SearchPreviewProps {
  sync: FormSource;
  /** The post as it is stored. */
  saved: PostForm;
}

/** Shows how the post may look in a list of search results. */
export function SearchPreview({ sync, saved }: SearchPreviewProps) {
  const [form] = useSettledForm(sync, SETTLED);
  const { shown_host } = useSite();
  const { title, description } = searchResult(form);
  const plain = plainTitle(title);
  const shown = cutToWidth(plain, TITLE_SIZE, TITLE_WIDTH);
  // The mark is dropped from a truncated title, which may have lost the marked words.
  const { before, marked, after } =
    shown === plain ? markTitle(title, form.slug) : { before: shown, marked: "", after: "" };
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
            {marked && <span className="match">{marked}</span>}
            {after}
          </>
        )}
      </p>
      <p className="text-small wrap-anywhere text-soft">
        {day && `${day}. `}
        {cutToWidth(description, DESCRIPTION_SIZE, DESCRIPTION_WIDTH)}
      </p>
      <p className="mono num">
        Title <Width of={plain} size={TITLE_SIZE} limit={TITLE_WIDTH} />, description{" "}
        <Width of={description} size={DESCRIPTION_SIZE} limit={DESCRIPTION_WIDTH} />
      </p>
      {saved.published_local !== null && stateOf(saved, Date.now()) === "live" && (
        <SocialCard saved={saved} />
      )}
    </section>
  );
}

function Width({ of, size, limit }: { of: string; size: number; limit: number }) {
  const width = textWidth(of, size);
  return (
    <span className={cx(width > limit && "text-danger")}>
      {width} / {limit} px
      {width > limit && " (cut)"}
    </span>
  );
}

/** The image that social networks show. It is rendered from the published post, so drafts have none. */
function SocialCard({ saved }: { saved: PostForm }) {
  return (
    <>
      <h2 className="mono">Social card</h2>
      <img
        // A new title changes the image, but not its address.
        key={saved.title}
        className="social-card"
        src={`/cards/social/${saved.slug}.png`}
        alt={`Card for "${plainTitle(saved.title)}"`}
        width={1200}
        height={630}
        loading="lazy"
      />
      <p className="text-note text-soft">The saved version. Networks may show an older one.</p>
    </>
  );
}
