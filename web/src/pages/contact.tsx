import { type MouseEvent, Suspense, useState } from "react";
import {
  BANNER_UNAVAILABLE,
  CONTACT_HERO,
  CONTACT_WAYS,
  FORM_UNAVAILABLE,
  LOADING,
  QUIZ_UNAVAILABLE,
} from "../content/contact";
import { PageHero } from "../features/public/sections/page-hero";
import type { ContactProps } from "../generated/api";
import { isPlainClick } from "../lib/navigator-events";
import type { PageChrome } from "../lib/page-module";
import { lazyPart, nearPart } from "../lib/part";
import { scrollToElement } from "../lib/scroll";
import { useNavigate, useSite } from "../lib/site-context";
import { Marked } from "../ui/base/marked";
import { SectionBoundary } from "../ui/base/section-boundary";
import { LoadingText } from "../ui/data/skeleton";
import "../styles/booking.css";
import "../styles/contact.css";

const PANEL_ID = "contact-panel";

/** The page is not usable without its form. */
export const ready = import("../features/public/contact/contact-panel.part");
// Before `lazyPart` reads the class: without the code, all days of the calendar are shown.
ready.catch(() => document.getElementById(PANEL_ID)?.classList.add("without-script"));
const ContactPanel = lazyPart(ready, (module) => module.ContactPanel, PANEL_ID);
const Quiz = nearPart(
  () => import("../features/public/contact/quiz/quiz"),
  (module) => module.Quiz,
  "growth-quiz",
);
const Banner = lazyPart(
  import("../features/public/sections/call-to-action"),
  (module) => module.CallToAction,
  "cta-section",
);

export const chrome: PageChrome = {
  arrivalTarget: (query) => (query.get("tab") === "schedule" ? PANEL_ID : null),
};

/** The ways to contact the company. */
export default function Contact({ tab: asked, availability }: ContactProps) {
  const site = useSite();
  const navigate = useNavigate();
  const [tab, setTab] = useState(asked);
  // Another link to this page opens its own tab, whichever was open.
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setTab(asked);
  }
  // The address contains the open tab, so that a reload and a shared link show the same one.
  const show = (next: typeof tab) => {
    setTab(next);
    navigate(next === "message" ? "/contact" : `?tab=${next}`, { isShown: true });
  };
  const showSchedule = (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent) || !ContactPanel.isLoaded()) return;
    event.preventDefault();
    show("schedule");
    scrollToElement(PANEL_ID);
  };
  // In a narrow column the address breaks after its @, never within a name.
  const [mailbox, domain] = site.contact_email.split("@");
  const address = (
    <a href={`mailto:${site.contact_email}`} className="link min-h-0 py-2.5 -my-2.5">
      <span>
        {mailbox}@<wbr />
        {domain}
      </span>
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
            href: "/contact?tab=schedule#contact-panel",
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
                  className="grid grid-cols-[8.5rem_1fr] items-baseline border-t border-paper-rule py-3.5"
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
                  {FORM_UNAVAILABLE} {address}
                </>
              }
            >
              <Suspense
                fallback={
                  <div className="min-h-120">
                    <LoadingText>{LOADING.form}</LoadingText>
                  </div>
                }
              >
                <ContactPanel.Part tab={tab} onTab={show} availability={availability} />
              </Suspense>
            </SectionBoundary>
          </div>
        </div>
      </section>
      <SectionBoundary name="SEO growth quiz" fallback={QUIZ_UNAVAILABLE}>
        <Quiz />
      </SectionBoundary>
      <SectionBoundary name="Call to action" fallback={BANNER_UNAVAILABLE}>
        <Suspense
          fallback={
            <div className="section wrap">
              <LoadingText>{LOADING.banner}</LoadingText>
            </div>
          }
        >
          <Banner.Part />
        </Suspense>
      </SectionBoundary>
    </>
  );
}
