import { useRef } from "react";
import { ButtonLink } from "../../../ui/base/button";
import { FindBar } from "../../../ui/base/find-bar";
import { Found } from "../../../ui/base/found";
import { Icon } from "../../../ui/base/icon";
import { arrowDown } from "../../../ui/base/icons.generated";
import { useHeroScene } from "./hero-scene/use-hero-scene";
import { DESK_SIZES, deskForms, PHONE, phoneForm, STILL_TYPES } from "./hero-still";

const NEXT_SECTION = "#uvp-section";

/** The hero of the home page: the headline and the robot. */
export function HomeHero() {
  const section = useRef<HTMLElement>(null);
  useHeroScene(section);
  return (
    <section
      ref={section}
      data-ground="green"
      className="relative isolate overflow-hidden md:min-h-190 lg:min-h-225"
    >
      <div
        aria-hidden="true"
        className="hero-wall absolute inset-x-0 top-15 bottom-0 -z-10 bg-[url('/images/query-wall.svg')] [mask-image:radial-gradient(70%_90%_at_80%_38%,#000_10%,#0009_50%,#0002_100%)] md:top-19"
      />
      <div className="tick-rail" aria-hidden="true" />
      <div className="wrap relative z-2 pt-[calc(var(--nav-h)+20px)] md:pt-[calc(var(--nav-h)+44px)]">
        <FindBar
          query="get found first"
          count="1/1"
          // As in a page search, the last match precedes the first.
          previous={{ label: "Last section", href: "#cta-section" }}
          next={{ label: "Next section", href: NEXT_SECTION }}
          className="max-md:min-h-10 max-md:pl-3.5 max-md:[&_.find-rule]:hidden max-md:[&_.icon-btn]:hidden"
        />
        <h1 className="mt-5.5 text-hero max-md:leading-none md:mt-7.5">
          In a World <br />
          of Answers, <br />
          <span className="md:whitespace-nowrap">
            Get <Found sweep="load">Found First</Found>
            <span className="caret" aria-hidden="true" />
          </span>
        </h1>
        <p className="mt-5 text-[1.1875rem] leading-[1.45] text-balance md:mt-8 md:text-[1.5rem]">
          Stay Ahead of the Curve, Not Behind the Click
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-7 gap-y-1 md:mt-7">
          <ButtonLink href="/about" size="lg" keycap block="phone">
            Get Started
          </ButtonLink>
          <a
            href={NEXT_SECTION}
            className="link text-text"
            aria-label="Next match: scroll to next section"
          >
            Next match
            <Icon of={arrowDown} size={18} />
          </a>
        </div>
      </div>
      <div className="hero-stage relative z-1 -mt-9 -mr-3.5 -mb-18.5 ml-auto w-[76%] md:absolute md:top-58 md:left-[69.5%] md:m-0 md:w-[30vw] lg:top-39.5 lg:left-[calc(50%+176px)] lg:w-[min(36.5vw,525px)]">
        <picture>
          {STILL_TYPES.map((type) => (
            <source
              key={type}
              media={PHONE}
              srcSet={`${phoneForm(type)} 640w`}
              sizes="76vw"
              width={640}
              height={864}
              type={`image/${type}`}
            />
          ))}
          <source srcSet={deskForms("avif")} sizes={DESK_SIZES} type="image/avif" />
          <img
            src="/images/robot-hero.webp"
            srcSet={deskForms("webp")}
            sizes={DESK_SIZES}
            width={1120}
            height={1515}
            alt=""
            fetchPriority="high"
            className="block h-auto w-full"
          />
        </picture>
      </div>
    </section>
  );
}
