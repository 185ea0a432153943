import { type MouseEvent, useState } from "react";
import {
  BANNER_UNAVAILABLE,
  CONTACT_HERO,
  CONTACT_WAYS,
  QUIZ_UNAVAILABLE,
} from "../content/contact";
import type { Availability } from "../features/booking/slots";
import { ContactPanel } from "../features/contact-form/contact-panel";
import { Quiz } from "../features/quiz/quiz";
import { CallToAction } from "../features/sections/call-to-action";
import { Marked } from "../features/sections/marked";
import { PageHero } from "../features/sections/page-hero";
import { isPlainClick } from "../lib/navigator-events";
import { scrollToElement } from "../lib/scroll";
import { useSite } from "../lib/site-context";
import type { ContactProps } from "../lib/types";
import { arrowDown } from "../ui/icons.generated";
import { SectionBoundary } from "../ui/section-boundary";
import "../styles/booking.css";
import "../styles/contact.css";

/** How to reach the company. */
export default function Contact({
  tab: asked,
  availability,
}: ContactProps & { availability?: Availability | null }) {
  const site = useSite();
  const [tab, setTab] = useState(asked);
  // Another link to this page asks for its own tab, whichever was open.
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setTab(asked);
  }
  const showSchedule = (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setTab("schedule");
    scrollToElement("contact-form");
  };
  const address = (
    <a href={`mailto:${site.contact_email}`} className="link min-h-0 py-2.5 -my-2.5">
      {site.contact_email}
    </a>
  );
  const facts = [
    { term: "Email", detail: address },
    { term: "Discovery call", detail: CONTACT_WAYS.call },
    { term: "Company", detail: site.legal_name },
    { term: "Founded", detail: String(site.founding_year) },
  ];
  return (
    <>
      <SectionBoundary name="Introduction">
        <PageHero
          ground="green"
          path="contact"
          title={CONTACT_HERO.title}
          lead={CONTACT_HERO.lead}
          action={{
            label: "Book a Video Call",
            href: "/contact?tab=schedule#contact-form",
            trailing: arrowDown,
            onClick: showSchedule,
          }}
        />
      </SectionBoundary>
      <section id="contact-form" className="section">
        <div className="wrap grid-12 gap-y-10">
          <div className="col-span-full lg:col-span-4">
            <h2 className="text-d2">
              <Marked title={CONTACT_WAYS.title} />
            </h2>
            <p className="lead mt-5 mb-8">{CONTACT_WAYS.lead}</p>
            <dl>
              {facts.map(({ term, detail }) => (
                <div
                  key={term}
                  className="grid grid-cols-[7.5rem_1fr] items-baseline border-t border-paper-300 py-3.5"
                >
                  <dt className="mono">{term}</dt>
                  <dd className="font-semibold min-w-0 wrap-anywhere">{detail}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="col-span-full min-w-0 lg:col-start-6 lg:col-end-13">
            <SectionBoundary
              name="Contact form"
              fallback={
                <>
                  The contact form is temporarily unavailable. Please e-mail us directly: {address}
                </>
              }
            >
              <ContactPanel tab={tab} onTab={setTab} availability={availability} />
            </SectionBoundary>
          </div>
        </div>
      </section>
      <SectionBoundary name="SEO growth quiz" fallback={QUIZ_UNAVAILABLE}>
        <Quiz />
      </SectionBoundary>
      <CallToAction fallback={BANNER_UNAVAILABLE} />
    </>
  );
}
