import { CachedFragment } from "../../../lib/cached-fragment";
import { cx } from "../../../lib/cx";
import { useFormOutcome } from "../../../lib/site-context";
import { NewsletterForm } from "./newsletter-form";

interface NewsletterStripProps {
  /** Level of its heading. */
  level: 2 | 3;
  className?: string;
}

/** A description of the newsletter and its form, on a highlighter background. */
export function NewsletterStrip({ level, className }: NewsletterStripProps) {
  const outcome = useFormOutcome("newsletter");
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <CachedFragment
      as="div"
      id="newsletter"
      name={outcome ? null : () => `newsletter ${level}`}
      data-ground="mark"
      className={cx(
        "grid items-center gap-x-gutter gap-y-6 rounded-card px-6 py-8 md:px-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]",
        className,
      )}
    >
      <div className="grid gap-2">
        <Heading className="text-d3">The Crawl Log, by email</Heading>
        <p>The best of the log, in your inbox. Unsubscribe whenever you like.</p>
      </div>
      <NewsletterForm />
    </CachedFragment>
  );
}
