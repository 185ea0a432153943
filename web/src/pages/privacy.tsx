import { Fragment } from "react";
import { AUTHORITY, PRIVACY_HERO, privacySections } from "../content/privacy";
import { NoticePage } from "../features/public/sections/notice-page";
import type { PrivacyProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import { useSite } from "../lib/site-context";

export const chrome: PageChrome = { hero: "paper" };

/** The privacy notice: what is stored, why, and for how long. */
export default function Privacy(periods: PrivacyProps) {
  const site = useSite();
  return (
    <NoticePage path="privacy" title={PRIVACY_HERO.title} lead={PRIVACY_HERO.lead}>
      <div className="prose mt-stack max-w-prose">
        {privacySections(site, periods).map(({ title, blocks }) => (
          <Fragment key={title}>
            <h2>{title}</h2>
            {blocks.map((block) =>
              typeof block === "string" ? (
                <p key={block}>{block}</p>
              ) : (
                <ul key={block.list[0]}>
                  {block.list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </Fragment>
        ))}
        <p>
          Not satisfied with our answer? Complain to the{" "}
          <a href={AUTHORITY.url}>{AUTHORITY.name}</a>, who look after data protection in the UK.
        </p>
        <p>
          <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>
        </p>
      </div>
    </NoticePage>
  );
}
