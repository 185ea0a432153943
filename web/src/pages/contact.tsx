import { CONTACT_HERO, CONTACT_WAYS } from "../content/contact";
import { CallToAction } from "../features/sections/call-to-action";
import { Marked } from "../features/sections/marked";
import { PageHero } from "../features/sections/page-hero";
import { useSite } from "../lib/site-context";
import type { ContactProps } from "../lib/types";
import { ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { arrowDown, check } from "../ui/icons.generated";
import { IndexCard } from "../ui/index-card";

/** How to reach the company. */
export default function Contact({ tab }: ContactProps) {
  const site = useSite();
  const facts = [
    { term: "Email", detail: site.contact_email, href: `mailto:${site.contact_email}` },
    { term: "Discovery call", detail: "Free, 20 minutes, by video" },
    { term: "Company", detail: site.legal_name },
    { term: "Founded", detail: String(site.founding_year) },
  ];
  return (
    <>
      <PageHero
        ground="green"
        path="contact"
        title={CONTACT_HERO.title}
        lead={CONTACT_HERO.lead}
        action={{ label: "Book a Video Call", href: "#contact-form", trailing: arrowDown }}
      />
      <section id="contact-form" className="section">
        <div className="wrap grid-12 gap-y-10">
          <div className="col-span-full lg:col-span-4">
            <h2 className="text-d2">
              <Marked title={CONTACT_WAYS.title} />
            </h2>
            <p className="lead mt-5 mb-8">{CONTACT_WAYS.lead}</p>
            <dl>
              {facts.map(({ term, detail, href }) => (
                <div
                  key={term}
                  className="grid grid-cols-[7.5rem_1fr] items-baseline border-t border-paper-300 py-3.5"
                >
                  <dt className="mono">{term}</dt>
                  <dd className="font-semibold min-w-0 wrap-anywhere">
                    {href ? (
                      <a href={href} className="link min-h-0 py-2.5 -my-2.5">
                        {detail}
                      </a>
                    ) : (
                      detail
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="col-span-full grid content-start gap-6 lg:col-start-6 lg:col-end-13">
            <Way way={CONTACT_WAYS.message} position={1} current={tab === "message"} />
            <Way way={CONTACT_WAYS.schedule} position={2} current={tab === "schedule"} />
          </div>
        </div>
      </section>
      <CallToAction />
    </>
  );
}

interface WayProps {
  way: (typeof CONTACT_WAYS)["message" | "schedule"];
  position: number;
  /** The one the visitor came for. */
  current: boolean;
}

/** One way in: what to write, and the message already addressed. */
function Way({ way, position, current }: WayProps) {
  const site = useSite();
  const href = `mailto:${site.contact_email}?subject=${encodeURIComponent(way.subject)}`;
  return (
    <IndexCard
      header={`contact › ${position === 1 ? "message" : "video call"}`}
      aside={`${position} / 2`}
      current={current}
    >
      <div className="grid justify-items-start gap-5 px-8 pt-7 pb-8 max-md:px-4.5">
        <h3 className="text-d3">{way.title}</h3>
        <p className="text-soft">{way.text}</p>
        <ul className="w-full">
          {way.helps.map((help) => (
            <li
              key={help}
              className="flex items-center gap-3 border-t border-paper-200 py-2.5 text-ui"
            >
              <Icon of={check} size={18} className="text-green-600" />
              {help}
            </li>
          ))}
        </ul>
        <ButtonLink href={href} variant={current ? "primary" : "secondary"} keycap block="phone">
          {way.action}
        </ButtonLink>
      </div>
    </IndexCard>
  );
}
