import { SERVICES_HERO, SERVICES_INSIGHTS } from "../content/services";
import { PageHero } from "../features/public/sections/page-hero";
import { Roadmap } from "../features/public/services/roadmap/roadmap";
import { RoiCalculator } from "../features/public/services/roi-calculator/roi-calculator";
import { ServiceCarousel } from "../features/public/services/service-carousel";
import type { ServicesProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import { nearPart } from "../lib/part";
import { SectionBoundary } from "../ui/base/section-boundary";
import "../styles/roadmap.css";
import "../styles/roi.css";

export const chrome: PageChrome = { hero: "paper" };

const FaqSection = nearPart(
  () => import("../features/public/faq/faq-section"),
  (module) => module.FaqSection,
  "faq",
);
const Insights = nearPart(
  () => import("../features/public/sections/insights"),
  (module) => module.Insights,
  "service-insights",
);
const CallToAction = nearPart(
  () => import("../features/public/sections/call-to-action"),
  (module) => module.CallToAction,
  "cta-section",
);

/** The company's services, their value, and the stages of a project. */
export default function Services({ posts }: ServicesProps) {
  return (
    <>
      <SectionBoundary name="Hero">
        <PageHero
          ground="paper"
          path="services"
          title={SERVICES_HERO.title}
          lead={SERVICES_HERO.lead}
          action={SERVICES_HERO.action}
        />
      </SectionBoundary>
      <SectionBoundary name="Service carousel">
        <ServiceCarousel />
      </SectionBoundary>
      <SectionBoundary name="ROI calculator">
        <RoiCalculator />
      </SectionBoundary>
      <SectionBoundary name="SEO roadmap">
        <Roadmap />
      </SectionBoundary>
      <SectionBoundary name="Service insights">
        <Insights
          id="service-insights"
          title={SERVICES_INSIGHTS.title}
          posts={posts.slice(0, 3)}
          more={SERVICES_INSIGHTS.more}
        />
      </SectionBoundary>
      <SectionBoundary name="FAQ">
        <FaqSection id="faq" of="services" />
      </SectionBoundary>
      <SectionBoundary name="Call to action">
        <CallToAction />
      </SectionBoundary>
    </>
  );
}
