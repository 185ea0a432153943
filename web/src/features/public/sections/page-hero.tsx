import type { MouseEventHandler } from "react";
import { cx } from "../../../lib/cx";
import { useSite } from "../../../lib/site-context";
import { hostOf } from "../../../lib/url";
import { ButtonLink } from "../../../ui/base/button";
import type { IconData } from "../../../ui/base/icon";
import { Marked, type MarkedTitle } from "../../../ui/base/marked";
import { ResultLine } from "../../../ui/base/result-line";

interface PageHeroProps {
  ground: "green" | "paper";
  /** What the result line calls the page: "services". */
  path: string;
  title: MarkedTitle;
  lead: string;
  action: {
    label: string;
    href: string;
    trailing?: IconData;
    /** What scripts do instead of following the link. */
    onClick?: MouseEventHandler;
  };
}

/** The head of a page: result line, title on the left, lead and action beside its last line. */
export function PageHero({ ground, path, title, lead, action }: PageHeroProps) {
  const site = useSite();
  return (
    <section
      data-ground={ground}
      className={cx("pb-[clamp(48px,5vw,72px)]", "pt-[calc(var(--nav-h)+clamp(32px,4vw,56px))]")}
    >
      <div className="wrap">
        <ResultLine items={[{ label: hostOf(site.public_url), href: "/" }, { label: path }]} />
        <div className="grid-12">
          <h1 className="col-span-full mt-5 text-hero xl:col-span-9">
            <Marked title={title} sweep="load" />
          </h1>
          <div className="col-span-full mt-5 grid justify-items-start gap-6 self-end pb-2.5 xl:col-span-3 xl:mt-0 max-xl:max-w-136">
            <p className="lead">{lead}</p>
            <ButtonLink
              href={action.href}
              size="lg"
              block="phone"
              trailing={action.trailing}
              keycap={!action.trailing}
              onClick={action.onClick}
            >
              {action.label}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
