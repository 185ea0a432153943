import { CARD_GRID, Cards } from "../features/public/blog/cards/cards";
import type { AuthorPageProps } from "../generated/api";
import { cx } from "../lib/cx";
import type { PageChrome } from "../lib/page-module";
import { useSite } from "../lib/site-context";
import { withQuery } from "../lib/url";
import { focusClass } from "../ui/base/focus-class";
import { Found } from "../ui/base/found";
import { Icon } from "../ui/base/icon";
import { externalLink } from "../ui/base/icons.generated";
import { Image } from "../ui/base/image";
import { Pagination } from "../ui/base/pagination";
import { ResultLine } from "../ui/base/result-line";

export const chrome: PageChrome = {
  hero: "paper",
  arrivalTarget: (query) => (query.has("page") ? "articles" : null),
};

/** An author's profile and posts. */
export default function AuthorPage({ author, posts, page, pages, total }: AuthorPageProps) {
  const site = useSite();
  const words = author.name.split(" ");
  const last = words.pop();
  const years = author.years_of_experience;
  const { width = 1, height = 1 } = author.portrait_picture ?? {};
  /** How many times wider than its square the portrait is drawn, as it fills the square. */
  const stretch = Math.max(1, width / height);
  const facts = [
    author.job_title,
    years && `${years} ${years === 1 ? "year" : "years"} of experience`,
  ].filter(Boolean);
  return (
    <>
      <section
        data-ground="paper"
        className="pt-[calc(var(--nav-h)+clamp(32px,4vw,56px))] pb-[clamp(40px,5vw,72px)]"
      >
        <div className="wrap">
          <ResultLine
            items={[
              { label: site.shown_host, href: "/" },
              { label: "blog", href: "/blog" },
              { label: author.name },
            ]}
          />
          <div className="mt-6 grid gap-6 border-t-[1.5px] border-text pt-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-10">
            <Image
              src={author.portrait}
              srcSet={author.portrait_picture?.srcset ?? undefined}
              sizes={`(min-width: 48rem) ${Math.ceil(15 * stretch)}rem, ${Math.ceil(8 * stretch)}rem`}
              alt={author.has_portrait ? `Portrait of ${author.name}` : ""}
              width={240}
              height={240}
              className={cx(
                "portrait size-32 rounded-card bg-sunk md:size-60",
                focusClass(author.portrait_picture?.focal_point),
              )}
            />
            <div className="grid content-start gap-4">
              <h1 className="text-d1 leading-none wrap-anywhere">
                {words.length > 0 && `${words.join(" ")} `}
                <Found sweep="load">{last}</Found>
              </h1>
              {facts.length > 0 && <p className="font-semibold">{facts.join(", ")}</p>}
              {author.bio && <p className="lead max-w-prose whitespace-pre-line">{author.bio}</p>}
              {author.links.length > 0 && (
                <ul className="flex flex-wrap gap-x-6" aria-label={`Profiles of ${author.name}`}>
                  {author.links.map(({ label, url }) => (
                    <li key={`${label} ${url}`}>
                      <a className="link" href={url} rel="me noopener">
                        {label}
                        <Icon of={externalLink} size={16} />
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        </div>
      </section>
      <section
        id="articles"
        aria-labelledby="articles-title"
        className="section bg-sunk pt-12 max-md:pt-8"
      >
        <div className="wrap">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b-[1.5px] border-text pb-3">
            <h2 id="articles-title" className="text-d3">
              Articles by {author.name}
            </h2>
            <p className="mono num">{`${total} ${total === 1 ? "article" : "articles"}`}</p>
          </div>
          {total === 0 ? (
            <p className="pt-8 text-soft">No articles yet.</p>
          ) : (
            <div className={`${CARD_GRID} pt-8`}>
              <Cards posts={posts} lone={posts.length % 2 === 1} />
            </div>
          )}
          <Pagination
            page={page}
            pages={pages}
            href={(number) => withQuery(author.url, { page: number > 1 ? number : null })}
            of="articles"
            className="mt-14 flex justify-center"
          />
        </div>
      </section>
    </>
  );
}
