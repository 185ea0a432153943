import { CARDS_UNAVAILABLE, SEO_CHECKS, SEO_HERO } from "../content/seo";
import { listingUrl, NO_FILTER } from "../features/public/blog/cards/listing-url";
import { PageHero } from "../features/public/sections/page-hero";
import { Foundations } from "../features/public/seo/foundations";
import { Pricing } from "../features/public/seo/plans";
import { ProcessSection } from "../features/public/seo/process-section";
import { ValuePropositions } from "../features/public/seo/value-propositions";
import type { SeoProps } from "../generated/api";
import { cx } from "../lib/cx";
import { nearPart } from "../lib/part";
import { SectionBoundary } from "../ui/base/section-boundary";
import { IndexCard } from "../ui/data/index-card";
import "../styles/seo.css";

const EngineRoom = nearPart(
  () => import("../features/public/seo/fix-list/engine-room"),
  (module) => module.EngineRoom,
  "seo-engine-room",
);
const Insights = nearPart(
  () => import("../features/public/sections/insights"),
  (module) => module.Insights,
  "seo-insights",
);
const FaqSection = nearPart(
  () => import("../features/public/faq/faq-section"),
  (module) => module.FaqSection,
  "seo-faq",
);
const CallToAction = nearPart(
  () => import("../features/public/sections/call-to-action"),
  (module) => module.CallToAction,
  "cta-section",
);

/** The rows of a page audit: what passed, and one line to fix. Decorative. */
function CheckedPage() {
  return (
    <div aria-hidden="true">
      <IndexCard
        header="audit › /services/"
        aside={`${SEO_CHECKS.length - 1} / ${SEO_CHECKS.length}`}
      >
        <ul className="font-mono text-note lg:text-ui">
          {SEO_CHECKS.map(({ check, value, fix }) => (
            <li
              key={check}
              className={cx(
                "checked-row flex justify-between gap-4 border-t border-ok px-6 py-4",
                fix && "checked-fix",
              )}
            >
              <span>{check}</span>
              <span className={cx("checked-value", fix ? "font-medium" : "text-muted")}>
                {value}
              </span>
            </li>
          ))}
        </ul>
      </IndexCard>
    </div>
  );
}

/** The company's approach to SEO. */
export default function Seo({ posts }: SeoProps) {
  return (
    <>
      <SectionBoundary name="SEO hero">
        <PageHero
          ground="green"
          path="seo"
          title={SEO_HERO.title}
          lead={SEO_HERO.lead}
          action={{ label: SEO_HERO.action, href: "#seo-engine-room" }}
        >
          <CheckedPage />
        </PageHero>
      </SectionBoundary>
      <SectionBoundary name="Technical foundations">
        <Foundations />
      </SectionBoundary>
      <SectionBoundary name="SEO process">
        <ProcessSection />
      </SectionBoundary>
      <SectionBoundary name="Engine room" fallback={CARDS_UNAVAILABLE}>
        <EngineRoom />
      </SectionBoundary>
      <SectionBoundary name="SEO plans">
        <ValuePropositions />
      </SectionBoundary>
      <SectionBoundary name="Pricing">
        <Pricing />
      </SectionBoundary>
      <SectionBoundary name="SEO insights">
        <Insights
          id="seo-insights"
          title={{ before: "See our ", found: "working" }}
          posts={posts}
          more={{ href: listingUrl({ ...NO_FILTER, section: "SEO" }), label: "The Crawl Log" }}
        />
      </SectionBoundary>
      <SectionBoundary name="FAQ">
        <FaqSection id="seo-faq" of="seo" />
      </SectionBoundary>
      <SectionBoundary name="Call to action">
        <CallToAction />
      </SectionBoundary>
    </>
  );
}
