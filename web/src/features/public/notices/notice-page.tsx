import type { ReactNode } from "react";
import { useSite } from "../../../lib/site-context";
import { Marked, type MarkedTitle } from "../../../ui/base/marked";
import { ResultLine } from "../../../ui/base/result-line";

interface NoticePageProps {
  /** The last part of the result line: "newsletter". */
  path: string;
  title: MarkedTitle;
  lead: ReactNode;
  /** The page's action. */
  children?: ReactNode;
}

/** A short page for a link in an email: an explanation and one action. */
export function NoticePage({ path, title, lead, children }: NoticePageProps) {
  const site = useSite();
  return (
    <section className="min-h-[70vh] pt-[calc(var(--nav-h)+clamp(32px,4vw,56px))] pb-section">
      <div className="wrap">
        <ResultLine items={[{ label: site.shown_host, href: "/" }, { label: path }]} />
        <h1 className="mt-5 text-d1">
          <Marked title={title} sweep="load" />
        </h1>
        <p className="lead mt-6 max-w-136 wrap-anywhere">{lead}</p>
        {children}
      </div>
    </section>
  );
}
