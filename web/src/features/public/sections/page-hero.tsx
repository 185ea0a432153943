import type { MouseEventHandler, ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { useSite } from "../../../lib/site-context";
import { ButtonLink } from "../../../ui/base/button";
import { arrowDown } from "../../../ui/base/icons.generated";
import { Marked, type MarkedTitle } from "../../../ui/base/marked";
import { ResultLine } from "../../../ui/base/result-line";

interface PageHeroProps {
  ground: "green" | "paper";
  /** The last part of the result line: "services". */
  path: string;
  title: MarkedTitle;
  lead: string;
  action: {
    label: string;
    href: string;
    /** Called on a click, to do something other than follow the link. */
    onClick?: MouseEventHandler;
  };
  /**
   * Fills the right half of wide screens, where lead and action are below the title. On narrow screens it comes last.
   */
  children?: ReactNode;
}

/**
 * The head of a page: result line, title, lead and action. Lead and action are beside the title's last line, or below
 * it.
 */
export function PageHero({ ground, path, title, lead, action, children }: PageHeroProps) {
  const site = useSite();
  return (
    <section
      data-ground={ground}
      className={cx("pb-[clamp(48px,5vw,72px)]", "pt-[calc(var(--nav-h)+clamp(32px,4vw,56px))]")}
    >
      <div className="wrap">
        <ResultLine items={[{ label: site.shown_host, href: "/" }, { label: path }]} />
        <div className="grid-12">
          <h1
            className={cx(
              "col-span-full mt-5 text-hero",
              children ? "lg:col-span-7" : "xl:col-span-9",
            )}
          >
            <Marked title={title} sweep="load" />
          </h1>
          <div
            className={cx(
              "col-span-full mt-5 grid justify-items-start gap-6 self-end pb-2.5 max-xl:max-w-136",
              children ? "max-w-136 lg:col-span-7" : "xl:col-span-3 xl:mt-0",
            )}
          >
            <p className="lead">{lead}</p>
            <ButtonLink
              href={action.href}
              size="lg"
              block="phone"
              trailing={arrowDown}
              onClick={action.onClick}
            >
              {action.label}
            </ButtonLink>
          </div>
          {children && (
            <div className="col-span-full max-lg:mt-8 max-lg:max-w-136 lg:col-start-8 lg:col-end-13 lg:row-span-2 lg:row-start-1 lg:self-center">
              {children}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
