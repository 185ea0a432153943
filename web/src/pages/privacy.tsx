import { AUTHORITY, PRIVACY_HERO, privacySections } from "../content/privacy";
import { NoticePage } from "../features/public/notices/notice-page";
import type { PrivacyProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import { useSite } from "../lib/site-context";

export const chrome: PageChrome = { hero: "paper" };

/** The privacy notice: what is stored, why, and for how long. */
export default function Privacy(periods: PrivacyProps) {
  const site = useSite();
  const sections = privacySections(site, periods);
  return (
    <NoticePage path="privacy" title={PRIVACY_HERO.title} lead={PRIVACY_HERO.lead}>
      <div className="mt-stack grid gap-10">
        {sections.map(({ title, blocks }, index) => (
          <div key={title} className="grid-12 gap-y-3 border-t border-paper-rule pt-6">
            <h2 className="col-span-full text-d4 lg:col-span-4">{title}</h2>
            <div className="prose col-span-full max-w-prose lg:col-span-8">
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
              {index === sections.length - 1 && <Complaints email={site.contact_email} />}
            </div>
          </div>
        ))}
      </div>
    </NoticePage>
  );
}

/** The contacts for complaints: the company first, then the authority. */
function Complaints({ email }: { email: string }) {
  return (
    <>
      <p>
        Not satisfied with our answer? Complain to the <a href={AUTHORITY.url}>{AUTHORITY.name}</a>,
        which regulates data protection in the UK.
      </p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </>
  );
}
