import {
  ABOUT_HERO,
  INSIGHTS,
  INTRO,
  MISSING_IMAGE,
  PLAN_UNAVAILABLE,
  STORY,
  VIDEO_CALL,
} from "../content/about";
import { FounderSection } from "../features/public/about/founder";
import { NewBeginnings } from "../features/public/about/new-beginnings";
import { RecordStack } from "../features/public/about/record-stack";
import { Timeline } from "../features/public/about/timeline";
import { ClientGrid } from "../features/public/sections/client-grid";
import type { AboutProps } from "../generated/api";
import type { PageChrome } from "../lib/page-module";
import { nearPart } from "../lib/part";
import { Badge } from "../ui/base/badge";
import { ButtonLink } from "../ui/base/button";
import { Found } from "../ui/base/found";
import { arrowDown } from "../ui/base/icons.generated";
import { video } from "../ui/base/icons-tools.generated";
import { Marked } from "../ui/base/marked";
import { SectionBoundary } from "../ui/base/section-boundary";
import { IndexCard } from "../ui/data/index-card";

export const chrome: PageChrome = { hero: "paper", arrivalDelay: 500 };

const PlanBuilder = nearPart(
  () => import("../features/public/about/plan-builder/plan-builder"),
  (module) => module.PlanBuilder,
  "engine-room",
);
const Insights = nearPart(
  () => import("../features/public/sections/insights"),
  (module) => module.Insights,
  "industry-insights",
);
const CallToAction = nearPart(
  () => import("../features/public/sections/call-to-action"),
  (module) => module.CallToAction,
  "cta-section",
);

/** Who the company is. */
export default function About({ posts, client_logos, founder_story }: AboutProps) {
  return (
    <>
      <SectionBoundary name="Hero">
        <Hero />
      </SectionBoundary>
      <SectionBoundary name="Introduction">
        <Intro />
      </SectionBoundary>
      <SectionBoundary name="Our Core Story">
        <Story />
      </SectionBoundary>
      <SectionBoundary name="Founder">
        <FounderSection story={founder_story} />
      </SectionBoundary>
      <SectionBoundary name="New Beginnings">
        <NewBeginnings />
      </SectionBoundary>
      <SectionBoundary name="Timeline">
        <Timeline />
      </SectionBoundary>
      <SectionBoundary name="Company Kept">
        {client_logos.length > 0 && (
          <section className="section">
            <div className="wrap">
              <h2 className="mb-10 text-d2">
                Company <Found>Kept</Found>
              </h2>
              <ClientGrid logos={client_logos} columns={5} missingText={MISSING_IMAGE} />
            </div>
          </section>
        )}
      </SectionBoundary>
      <SectionBoundary name="Guided SEO plan" fallback={PLAN_UNAVAILABLE}>
        <PlanBuilder />
      </SectionBoundary>
      <SectionBoundary name="Technical SEO Insights">
        <Insights
          id="industry-insights"
          title={INSIGHTS.title}
          lead={INSIGHTS.lead}
          posts={posts}
          more={{ href: "/blog", label: "All articles" }}
          missingText={MISSING_IMAGE}
        />
      </SectionBoundary>
      <SectionBoundary name="Video call">
        <VideoCall />
      </SectionBoundary>
      <SectionBoundary name="Call to action">
        <CallToAction />
      </SectionBoundary>
    </>
  );
}

function Hero() {
  return (
    <section className="relative isolate overflow-hidden border-b-[1.5px] border-text pt-[calc(var(--nav-h)+clamp(40px,5vw,72px))]">
      <picture>
        <source media="(max-width: 47.99rem)" srcSet="/images/about-hero-mobile.svg" />
        <img
          src="/images/about-hero.svg"
          alt=""
          width={640}
          height={640}
          className="absolute top-20 right-0 -z-1 h-auto w-full md:top-0 md:h-full md:w-auto md:max-lg:-right-1/3"
        />
      </picture>
      <div className="wrap grid-12">
        <div className="col-span-full pb-16 md:col-span-8">
          <Badge variant="hot">{ABOUT_HERO.badge}</Badge>
          <h1 className="mt-5 text-[min(var(--text-hero),8.25rem)] leading-[0.97] font-bold tracking-[-0.018em]">
            <Marked title={ABOUT_HERO.title} sweep="load" />
          </h1>
          <div className="mt-6 flex flex-wrap items-center gap-x-12 gap-y-6 md:mt-9">
            <p className="lead max-w-112">{ABOUT_HERO.lead}</p>
            <ButtonLink href="#engine-room" size="lg" trailing={arrowDown} block="phone">
              {ABOUT_HERO.action}
            </ButtonLink>
          </div>
        </div>
        <div className="col-span-full self-end max-md:mt-2 md:col-span-4">
          <RecordStack />
        </div>
      </div>
    </section>
  );
}

function Intro() {
  return (
    <div className="section">
      <div className="wrap grid-12">
        <p className="col-span-full font-display text-d3 leading-[1.25] md:col-start-5 md:col-end-13">
          {INTRO.before}
          <span className="match">{INTRO.match}</span>
          {INTRO.after}
        </p>
      </div>
    </div>
  );
}

function Story() {
  return (
    <section className="section">
      <div className="wrap grid-12">
        <h2 className="col-span-full text-d2 md:col-span-4">{STORY.title}</h2>
        <div className="col-span-full mt-6 grid gap-x-gutter gap-y-4 text-soft md:col-span-8 md:mt-0 lg:grid-cols-2">
          {STORY.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {STORY.cards.map((card, index) => (
          <IndexCard
            key={card.path}
            header={`about › ${card.path}`}
            aside={`${index + 1} / ${STORY.cards.length}`}
            className={`col-span-full mt-6 md:mt-stack ${index === 0 ? "md:col-span-7" : "md:col-span-5"}`}
          >
            <div className="grid gap-3.5 px-6 pt-6.5 pb-9">
              <h3 className="text-d3">{card.title}</h3>
              <p className="max-w-120 text-[1.1875rem] leading-[1.45]">
                {card.text.before}
                <span className="match">{card.text.match}</span>
                {card.text.after}
              </p>
            </div>
          </IndexCard>
        ))}
      </div>
    </section>
  );
}

function VideoCall() {
  return (
    <div className="border-t-[1.5px] border-text py-8">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-5">
        <p className="lead">{VIDEO_CALL.text}</p>
        <ButtonLink href="/contact?tab=schedule" size="lg" icon={video} block="phone">
          {VIDEO_CALL.action}
        </ButtonLink>
      </div>
    </div>
  );
}
