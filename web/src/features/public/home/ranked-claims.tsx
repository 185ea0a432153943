import { UVP } from "../../../content/home";
import { cx } from "../../../lib/cx";
import { useSite } from "../../../lib/site-context";
import { Badge } from "../../../ui/base/badge";
import { Marked } from "../../../ui/base/marked";

/** Styles by rank: the higher the rank, the larger the claim. */
const RANKS = [
  {
    row: "py-8 pb-9 md:py-14 md:pb-16",
    figure: "text-[9rem] md:text-[15rem]",
    title: "text-d2",
    text: "lead max-w-136",
  },
  {
    row: "py-7 md:py-9",
    figure: "text-[4.5rem] md:text-[7rem]",
    title: "text-d3",
    text: "max-w-152 text-soft",
  },
  {
    row: "py-6",
    figure: "text-[2.5rem] md:text-[3.5rem]",
    title: "text-d4",
    text: "text-small text-soft",
  },
] as const;

/** What the company does, as search results of decreasing size. */
export function RankedClaims() {
  const site = useSite();
  const host = site.shown_host;
  return (
    <section id="uvp-section" className="section">
      <div className="wrap">
        <div className="grid-12 gap-y-5">
          <h2 className="col-span-full text-d1 md:col-span-8">
            <Marked title={UVP.title} />
          </h2>
          <p className="lead col-span-full self-end md:col-span-4">{UVP.lead}</p>
        </div>
        <ol className="mt-[clamp(48px,6vw,96px)] border-t-[1.5px] border-text">
          {UVP.claims.map((claim, index) => {
            const rank = RANKS[index];
            return (
              <li
                key={claim.path}
                className={cx(
                  "grid items-start gap-x-gutter gap-y-4 border-b border-paper-rule md:grid-cols-[24%_6fr_3fr]",
                  rank?.row,
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    "scroll-rank num justify-self-start font-figures leading-[0.74] font-extrabold tracking-[-0.05em]",
                    rank?.figure,
                  )}
                >
                  {index + 1}
                </span>
                <div className={cx("grid gap-2", index === 0 ? "gap-y-3.5" : "md:col-span-2")}>
                  <p className="mono" aria-hidden="true">
                    {`${host} › approach › `}
                    <span className="font-medium text-text">{claim.path}</span>
                  </p>
                  <h3 className={rank?.title}>
                    {claim.title.before}
                    {"match" in claim.title && <span className="match">{claim.title.match}</span>}
                  </h3>
                  <p className={rank?.text}>{claim.text}</p>
                </div>
                {index === 0 && <QuotedAnswer />}
              </li>
            );
          })}
        </ol>
        <p className="mono flex flex-wrap items-baseline justify-between gap-x-7 gap-y-2 py-4">
          <span aria-hidden="true" className="flex gap-3 md:gap-7">
            {[4, 5, 6, 7, 8, 9, 10].map((rank) => (
              <span key={rank}>{rank}</span>
            ))}
          </span>
          {UVP.rest}
        </p>
      </div>
    </section>
  );
}

/** An AI answer with one cited source. Decorative. */
function QuotedAnswer() {
  return (
    <div aria-hidden="true" className="grid gap-3 rounded-card bg-paper p-5.5 shadow-lift">
      <p className="mono">Answer</p>
      <span className="h-3 w-[92%] rounded-bar bg-paper-line" />
      <span className="h-3 w-[78%] rounded-bar bg-paper-line" />
      <span className="-my-0.5 h-5 w-[86%] rounded-bar bg-mark" />
      <span className="h-3 w-[54%] rounded-bar bg-paper-line" />
      <p className="mono mt-2 flex items-center gap-2 text-text">
        <Badge variant="hot">1</Badge> yourbrand.example
      </p>
    </div>
  );
}
