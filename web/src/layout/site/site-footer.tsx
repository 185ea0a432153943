import { useSite } from "../../lib/site-context";
import { withQuery } from "../../lib/url";
import { Logo, logoParts } from "./logo";

const FIRST_CATEGORIES = 5;

const CRAWL_LOG = [
  { href: "/blog", label: "Blog Home" },
  { href: withQuery("/blog", { latest: true }), label: "Latest Articles" },
  { href: withQuery("/blog", { section: "SEO" }), label: "The Crawl Log" },
  { href: withQuery("/blog", { section: "Technical SEO" }), label: "Inside the Index" },
];

/**
 * The footer's content: categories, collections of the blog, company pages, and the brand's name in large letters. The
 * same on every page.
 */
export function FooterContent() {
  const site = useSite();
  const categories = site.categories.map((name) => ({
    href: withQuery("/blog", { tag: name }),
    label: name,
  }));
  return (
    <>
      <div className="wrap">
        <div className="grid-12 footer-columns max-md:in-[.footer-short-on-phones]:hidden">
          <div className="footer-brand">
            <Logo large />
            {site.strapline && <p className="mt-4 max-w-[30ch] text-soft">{site.strapline}</p>}
            {site.social_profiles.length > 0 && (
              <ul aria-label="Elsewhere" className="mt-2 flex flex-wrap gap-x-6">
                {site.social_profiles.map(({ label, url }) => (
                  <li key={url}>
                    <a href={url} rel="me noopener">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <FooterColumn title="Categories" links={categories.slice(0, FIRST_CATEGORIES)} />
          <FooterColumn title="More Categories" links={categories.slice(FIRST_CATEGORIES)} />
          <FooterColumn title="The Crawl Log" links={CRAWL_LOG} />
        </div>
        <div className="legal mono">
          <p>{`© ${site.year} ${site.name}. All rights reserved.`}</p>
          <p>
            {`${site.legal_name}. Founded ${site.founding_year}. `}
            <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>
          </p>
          <p>
            <a href="/privacy">Privacy</a>
          </p>
        </div>
      </div>
      <Wordmark name={site.name} />
    </>
  );
}

function FooterColumn({
  title,
  links,
}: {
  title: string;
  links: { href: string; label: string }[];
}) {
  return (
    <nav className="footer-column" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Space around the word in the block, in the wordmark's units. */
const PADDING = 50;

/**
 * Estimates the width of a text in the display font at 200 units; `textLength` makes browsers use exactly this width.
 */
function textWidth(text: string): number {
  return Array.from(text).reduce((width, character) => {
    if (/[ijlI1.,'’-]/.test(character)) return width + 40;
    if (/[frtJ]/.test(character)) return width + 60;
    return width + (/[mwMW&]/.test(character) ? 138 : 90);
  }, 0);
}

/** The brand's name across the page, clipped at the bottom. */
function Wordmark({ name }: { name: string }) {
  const { first, rest } = logoParts(name);
  const firstWidth = textWidth(first);
  const restWidth = textWidth(rest);
  const block = firstWidth + 2 * PADDING;
  const restAt = 12 + block + PADDING;
  const width = rest ? restAt + restWidth + 48 : block + 24;
  return (
    <svg
      className="wordmark"
      viewBox={`0 0 ${width} 262`}
      width={width}
      height={262}
      aria-hidden="true"
    >
      <rect x="12" y="8" width={block} height="246" rx="16" />
      <text className="wordmark-first" x={12 + PADDING} y="196" textLength={firstWidth}>
        {first}
      </text>
      {rest && (
        <>
          <text x={restAt} y="196" textLength={restWidth}>
            {rest}
          </text>
          <rect x={restAt + restWidth + 18} y="0" width="18" height="262" />
        </>
      )}
    </svg>
  );
}
