import { SERVICES_FAQ } from "../content/faq";
import { SERVICES, SERVICES_HERO, type Service } from "../content/services";
import { Roadmap } from "../features/roadmap/roadmap";
import { RoiCalculator } from "../features/roi-calculator/roi-calculator";
import { CallToAction } from "../features/sections/call-to-action";
import { FaqSection } from "../features/sections/faq-section";
import { Insights } from "../features/sections/insights";
import { PageHero } from "../features/sections/page-hero";
import type { PageChrome } from "../lib/page-module";
import type { ServicesProps } from "../lib/types";
import { Icon, type IconData } from "../ui/icon";
import {
  activity,
  arrowDown,
  bookOpen,
  gauge,
  globe,
  link,
  listTree,
  mapPin,
  search,
  sparkles,
  trendingUp,
} from "../ui/icons.generated";
import { IndexCard } from "../ui/index-card";
import { SectionBoundary } from "../ui/section-boundary";
import "../styles/services.css";

export const chrome: PageChrome = { hero: "paper" };

const ICONS: Record<Service["icon"], IconData> = {
  activity,
  bookOpen,
  gauge,
  globe,
  link,
  listTree,
  mapPin,
  search,
  sparkles,
  trendingUp,
};

/** What the company does. */
export default function Services({ posts }: ServicesProps) {
  return (
    <>
      <PageHero
        ground="paper"
        path="services"
        title={SERVICES_HERO.title}
        lead={SERVICES_HERO.lead}
        action={{ ...SERVICES_HERO.action, trailing: arrowDown }}
      />
      <section className="bg-sunk pt-14 pb-section" aria-labelledby="services-title">
        <div className="wrap">
          <h2 id="services-title" className="mb-7 text-d3">
            What we do
          </h2>
          <ul className="grid gap-gutter md:grid-cols-2 lg:grid-cols-3">
            {SERVICES.map((service, index) => (
              <li key={service.id} id={service.id} className="grid">
                <ServiceCard service={service} position={index + 1} />
              </li>
            ))}
            <li className="grid content-center justify-items-start gap-4 p-6 lg:col-span-2">
              <p className="disp text-d3">Not sure which one? Neither is anyone at first.</p>
              <p className="lead max-w-120">
                Describe the symptom and we will name the service we would start with, and why.
              </p>
              <a className="link" href="/contact">
                Describe the symptom
              </a>
            </li>
          </ul>
        </div>
      </section>
      <SectionBoundary name="ROI calculator">
        <RoiCalculator />
      </SectionBoundary>
      <SectionBoundary name="SEO roadmap">
        <Roadmap />
      </SectionBoundary>
      <SectionBoundary name="Service insights">
        <Insights
          id="service-insights"
          ground="paper"
          title={{ before: "From the ", found: "field notes" }}
          posts={posts.slice(0, 3)}
          more={{ href: "/blog", label: "All articles" }}
        />
      </SectionBoundary>
      <SectionBoundary name="FAQ">
        <FaqSection items={SERVICES_FAQ} />
      </SectionBoundary>
      <SectionBoundary name="Call to action">
        <CallToAction />
      </SectionBoundary>
    </>
  );
}

function ServiceCard({ service, position }: { service: Service; position: number }) {
  return (
    <IndexCard header="Service" aside={`${position} / ${SERVICES.length}`} current={position === 1}>
      <div className="grid content-start gap-3.5 px-6 pt-6 pb-8 max-md:px-4.5">
        <Icon of={ICONS[service.icon]} size={32} className="stroke-[1.6] text-green-600" />
        <h3 className="text-d3">{service.title}</h3>
        <p className="text-soft">{service.description}</p>
        <ul className="mt-1">
          {service.bulletPoints.map((point) => (
            <li key={point} className="border-t border-paper-200 py-2.25 text-ui">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </IndexCard>
  );
}
