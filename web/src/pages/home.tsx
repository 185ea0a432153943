import { useEffect } from "react";
import { EXCELLENCE } from "../content/home";
import { Clients } from "../features/public/home/clients";
import { Diagram } from "../features/public/home/diagrams";
import { FreshPosts } from "../features/public/home/fresh-posts";
import { HomeHero } from "../features/public/home/home-hero";
import { RankedClaims } from "../features/public/home/ranked-claims";
import { ServiceSelector } from "../features/public/home/service-selector/service-selector";
import type { HomeProps } from "../generated/api";
import { nearPart } from "../lib/part";
import { ButtonLink } from "../ui/base/button";
import { Marked } from "../ui/base/marked";
import { SectionBoundary } from "../ui/base/section-boundary";

const CallToAction = nearPart(
  () => import("../features/public/sections/call-to-action"),
  (module) => module.CallToAction,
  "cta-section",
);

/** Delay between mounting and the "app-ready" event, in milliseconds. */
const READY_DELAY = 100;

/** The home page. Dispatches "app-ready" to the window after it has been mounted. */
export default function Home({ posts, client_logos, evidence }: HomeProps) {
  useEffect(() => {
    const timer = window.setTimeout(
      () => window.dispatchEvent(new CustomEvent("app-ready")),
      READY_DELAY,
    );
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <>
      <SectionBoundary name="Hero">
        <HomeHero />
      </SectionBoundary>
      <SectionBoundary name="What we do">
        <RankedClaims />
      </SectionBoundary>
      <SectionBoundary name="Excellence">
        <Excellence />
      </SectionBoundary>
      <SectionBoundary name="Clients">
        <Clients logos={client_logos} evidence={evidence} />
      </SectionBoundary>
      <SectionBoundary name="The Crawl Log">
        <FreshPosts posts={posts} />
      </SectionBoundary>
      <SectionBoundary name="Service Selector">
        <ServiceSelector />
      </SectionBoundary>
      <SectionBoundary name="Call to action">
        <CallToAction />
      </SectionBoundary>
    </>
  );
}

/** Four disciplines connected by a crawl path, the first of them lit. */
function Excellence() {
  return (
    <section id="excellence-section" className="section" data-ground="green">
      <div className="wrap grid-12">
        <div className="col-span-full flex flex-col items-start self-start lg:sticky lg:top-[calc(var(--nav-h)+3rem)] lg:col-span-6">
          <h2 className="text-d1 lg:text-[min(var(--text-d1),5.9vw,92px)]">
            <Marked title={EXCELLENCE.title} />
          </h2>
          <p className="lead mt-6 mb-7 max-w-104">{EXCELLENCE.lead}</p>
          <ButtonLink href="/contact" keycap block="phone">
            Book an Audit
          </ButtonLink>
        </div>
        <ul className="scroll-path relative isolate col-span-full mt-12 max-md:mt-10 lg:col-span-6 lg:mt-0 lg:before:absolute lg:before:top-20 lg:before:bottom-20 lg:before:-left-14 lg:before:-z-1 lg:before:w-0.5 lg:before:bg-diagram-line lg:after:absolute lg:after:top-20 lg:after:bottom-20 lg:after:-left-14 lg:after:-z-1 lg:after:w-0.5 lg:after:origin-top lg:after:scale-y-0 lg:after:bg-mark">
          {EXCELLENCE.disciplines.map((discipline) => (
            <li
              key={discipline.title}
              className="relative grid items-center gap-x-8 gap-y-5 border-t border-line py-8 last:border-b max-md:pt-6 max-md:pb-7 md:grid-cols-[1fr_220px] lg:max-xl:grid-cols-[1fr_150px] lg:before:absolute lg:before:top-1/2 lg:before:-left-14 lg:before:h-0.5 lg:before:w-8.5 lg:before:bg-diagram-line lg:after:absolute lg:after:top-1/2 lg:after:-left-7 lg:after:size-3.5 lg:after:-translate-y-1.5 lg:after:rounded-mark lg:after:border-2 lg:after:border-diagram-line lg:after:bg-diagram-dim lg:first:before:h-1 lg:first:before:-translate-y-px lg:first:before:bg-mark lg:first:after:border-mark lg:first:after:bg-mark"
            >
              <div className="grid gap-2">
                <h3 className="text-d4">{discipline.title}</h3>
                <p className="text-soft">{discipline.text}</p>
              </div>
              <Diagram name={discipline.diagram} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
