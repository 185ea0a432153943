import { SEO_FAQ } from "../content/faq";
import {
  CASES,
  FEATURES,
  type Feature,
  PRICING,
  PROCESS,
  SEO_HERO,
  SEO_INTRO,
  type ValueProposition,
} from "../content/seo";
import { CallToAction } from "../features/sections/call-to-action";
import { FaqSection } from "../features/sections/faq-section";
import { Insights } from "../features/sections/insights";
import { Marked } from "../features/sections/marked";
import { PageHero } from "../features/sections/page-hero";
import { Plans } from "../features/sections/plans";
import { listingUrl, NO_FILTER } from "../features/blog/listing-url";
import type { SeoProps } from "../lib/types";
import { Icon, type IconData } from "../ui/icon";
import {
  activity,
  arrowDown,
  gauge,
  search,
  share2,
  shieldCheck,
  target,
  trendingUp,
  users,
  zap,
} from "../ui/icons.generated";
import { SectionBoundary } from "../ui/section-boundary";

const FEATURE_ICONS: Record<Feature["icon"], IconData> = {
  activity,
  gauge,
  search,
  share2,
  trendingUp,
  zap,
};
const CASE_ICONS: Record<ValueProposition["icon"], IconData> = { shieldCheck, target, users };

/** How the company does SEO. */
export default function Seo({ posts }: SeoProps) {
  return (
    <>
      <PageHero
        ground="green"
        path="seo"
        title={SEO_HERO.title}
        lead={SEO_HERO.lead}
        action={{ label: "See the six steps", href: "#seo-process", trailing: arrowDown }}
      />
      <Foundations />
      <Process />
      <Cases />
      <section id="seo-pricing" className="section bg-sunk">
        <div className="wrap">
          <h2 className="text-d2">
            <Marked title={PRICING.title} />
          </h2>
          <Plans plans={PRICING.plans} />
        </div>
      </section>
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

function Foundations() {
  return (
    <section className="pt-section">
      <div className="wrap">
        <div className="grid-12 mb-stack gap-y-6">
          <h2 className="col-span-full text-d2 md:col-span-5">
            <Marked title={SEO_INTRO.title} />
          </h2>
          <div className="col-span-full grid gap-4 text-soft md:col-span-6 md:col-start-7">
            {SEO_INTRO.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <ul className="grid border-t border-l border-paper-300 md:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map((feature, index) => (
            <li
              key={feature.title}
              className="grid content-start gap-2.5 border-r border-b border-paper-300 px-7 pt-7 pb-10 md:min-h-60"
            >
              <Icon
                of={FEATURE_ICONS[feature.icon]}
                size={32}
                className="stroke-[1.6] text-green-600"
              />
              <h3 className="text-d3 md:mt-8">
                {index === 0 ? <span className="match">{feature.title}</span> : feature.title}
              </h3>
              <p className="max-w-88 text-soft">{feature.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Process() {
  return (
    <section id="seo-process" className="section bg-sunk">
      <div className="wrap">
        <h2 className="mb-stack text-d2">
          <Marked title={PROCESS.title} />
        </h2>
        <ol className="grid gap-x-gutter gap-y-10 md:grid-cols-2 lg:grid-cols-3">
          {PROCESS.steps.map((step) => (
            <li key={step.number} className="grid content-start gap-4 border-t-2 border-text pt-6">
              <span
                aria-hidden="true"
                className="num font-figures text-[5rem] leading-[0.8] font-extrabold tracking-[-0.05em]"
              >
                {step.number}
              </span>
              <h3 className="text-d3">{step.title}</h3>
              <p className="max-w-96 text-soft">{step.description}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Cases() {
  return (
    <section id="seo-cases" className="section">
      <div className="wrap">
        <h2 className="mb-stack text-d2">
          <Marked title={CASES.title} />
        </h2>
        <ul className="border-t-[1.5px] border-text">
          {CASES.propositions.map((proposition) => (
            <li
              key={proposition.title}
              className="grid gap-x-gutter gap-y-6 border-b border-paper-300 py-9 lg:grid-cols-[5fr_8fr]"
            >
              <div className="grid content-start gap-2.5">
                <Icon
                  of={CASE_ICONS[proposition.icon]}
                  size={32}
                  className="stroke-[1.6] text-green-600"
                />
                <h3 className="text-d3">{proposition.title}</h3>
                <p className="max-w-88 text-soft">{proposition.description}</p>
              </div>
              <dl className="grid content-start gap-x-gutter gap-y-6 sm:grid-cols-3">
                {proposition.benefits.map((benefit) => (
                  <div key={benefit.title} className="grid content-start gap-1">
                    <dt className="font-semibold">{benefit.title}</dt>
                    <dd className="text-soft">{benefit.description}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
