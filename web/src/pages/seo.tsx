import { SEO_FAQ } from "../content/faq";
import { SEO_HERO } from "../content/seo";
import { listingUrl, NO_FILTER } from "../features/blog/listing-url";
import { EngineRoom } from "../features/fix-list/engine-room";
import { CallToAction } from "../features/sections/call-to-action";
import { FaqSection } from "../features/sections/faq-section";
import { Foundations } from "../features/sections/foundations";
import { Insights } from "../features/sections/insights";
import { PageHero } from "../features/sections/page-hero";
import { Pricing } from "../features/sections/plans";
import { ValuePropositions } from "../features/sections/value-propositions";
import { ProcessSection } from "../features/seo-process/process-section";
import type { SeoProps } from "../lib/types";
import { arrowDown } from "../ui/icons.generated";
import { SectionBoundary } from "../ui/section-boundary";
import "../styles/seo.css";

/** How the company does SEO. */
export default function Seo({ posts }: SeoProps) {
  return (
    <>
      <SectionBoundary name="SEO hero">
        <PageHero
          ground="green"
          path="seo"
          title={SEO_HERO.title}
          lead={SEO_HERO.lead}
          action={{ label: SEO_HERO.action, href: "#seo-engine-room", trailing: arrowDown }}
        />
      </SectionBoundary>
      <SectionBoundary name="Technical foundations">
        <Foundations />
      </SectionBoundary>
      <SectionBoundary name="SEO process">
        <ProcessSection />
      </SectionBoundary>
      <SectionBoundary name="Engine room">
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
          ground="paper"
          title={{ before: "Read the ", found: "working" }}
          posts={posts}
          more={{ href: listingUrl({ ...NO_FILTER, section: "SEO" }), label: "The Crawl Log" }}
        />
      </SectionBoundary>
      <FaqSection id="seo-faq" items={SEO_FAQ} />
      <CallToAction />
    </>
  );
}
