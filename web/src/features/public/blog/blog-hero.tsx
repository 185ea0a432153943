import { BLOG_HERO, BOOK_INDEX, CATEGORY_PAGES } from "../../../content/blog";
import { cx } from "../../../lib/cx";
import { useSite } from "../../../lib/site-context";
import { ButtonLink } from "../../../ui/base/button";
import { Found } from "../../../ui/base/found";
import { arrowDown } from "../../../ui/base/icons.generated";
import { Marked } from "../../../ui/base/marked";
import { ResultLine } from "../../../ui/base/result-line";

interface BlogHeroProps {
  /** The category whose page this is; null for the whole blog. */
  category: string | null;
  /** The category's description by staff, which replaces the default text. */
  description: string | undefined;
}

/** The head of the listing, or of a category. */
export function BlogHero({ category, description }: BlogHeroProps) {
  const site = useSite();
  const lead = description ?? (category ? CATEGORY_PAGES[category]?.description : undefined);
  return (
    <section data-ground="green" className="overflow-hidden">
      <div className="wrap grid-12 items-end pt-[calc(var(--nav-h)+64px)] pb-18 max-md:pt-[calc(var(--nav-h)+32px)] max-md:pb-10">
        <div className="col-span-full grid justify-items-start gap-7 max-md:gap-4.5 lg:col-span-7">
          {category && (
            <ResultLine
              items={[
                { label: site.shown_host, href: "/" },
                { label: "blog", href: "/blog" },
                { label: category },
              ]}
            />
          )}
          <h1 className={category ? "text-d1" : "text-hero"}>
            {category ? (
              <Found sweep="load">{category}</Found>
            ) : (
              <Marked title={BLOG_HERO.title} sweep="load" />
            )}
          </h1>
          <p className="reveal lead max-w-136 text-text">{lead ?? BLOG_HERO.lead}</p>
          <ButtonLink
            href="#blog-posts"
            size="lg"
            block="phone"
            trailing={arrowDown}
            className="reveal"
          >
            {BLOG_HERO.action}
          </ButtonLink>
        </div>
        <BookIndex />
      </div>
    </section>
  );
}

/** The index of a book, with some entries marked. Decorative. */
function BookIndex() {
  return (
    <div
      aria-hidden="true"
      className="reveal col-span-full mt-8 max-md:max-h-51 max-md:overflow-hidden max-md:[mask-image:linear-gradient(#000_60%,transparent)] lg:col-span-5 lg:mt-0 lg:self-center md:columns-2 md:gap-x-9"
    >
      {BOOK_INDEX.map(([term, page, marked]) => (
        <p
          key={term}
          className={cx(
            "flex break-inside-avoid items-baseline gap-1.5 text-ui leading-8.5",
            marked
              ? "bg-[linear-gradient(var(--mark)_0_0)] bg-size-[100%_28px] bg-position-[0_50%] bg-no-repeat px-2 font-semibold md:-mx-2 text-ink"
              : "text-diagram-soft",
          )}
        >
          <span>{term}</span>
          <span
            className={cx(
              "flex-1 -translate-y-1 border-b-[1.5px] border-dotted",
              marked ? "border-ink" : "border-diagram-line",
            )}
          />
          <span className="font-mono text-note">{page}</span>
        </p>
      ))}
    </div>
  );
}
