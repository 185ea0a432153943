import { useState } from "react";
import type { Heading } from "../../../generated/api";
import { IconButton } from "../../../ui/base/button";
import { StepControl } from "../../../ui/base/find-bar";
import { chevronDown, chevronUp, list } from "../../../ui/base/icons.generated";
import { useChunk } from "../../../ui/base/use-chunk";
import { headingUrl } from "./reading-position";

interface ReadingBarProps {
  articleUrl: string;
  headings: readonly Heading[];
  page: number;
  /** Index in `headings` of the heading being read. */
  position: number;
}

const loadSheet = () => import("./heading-sheet");

/** The bar at the bottom of a phone: the current heading, links to the previous and the next one, and a list of all. */
export function ReadingBar({ articleUrl, headings, page, position }: ReadingBarProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Loaded on demand, as most readers never open it.
  const sheet = useChunk(open, loadSheet, close);
  const current = headings[position];

  if (!current) return null;
  const count = `${position + 1}/${headings.length}`;
  const step = (heading: Heading | undefined, label: string) => ({
    label,
    href: heading && headingUrl(articleUrl, heading, page),
  });

  return (
    <>
      <nav aria-label="Headings" data-ground="green" className="reading-bar noscript:hidden">
        <p className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5">
          <span className="mono num text-mark">{count}</span>
          <b className="truncate text-ui font-semibold">{current.text}</b>
        </p>
        <StepControl step={step(headings[position - 1], "Previous heading")} icon={chevronUp} />
        <StepControl step={step(headings[position + 1], "Next heading")} icon={chevronDown} />
        <IconButton
          icon={list}
          label="All headings"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          // Closes the sheet while it is loading. Once it is open, its dialog handles Escape.
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        />
      </nav>
      {open && sheet && (
        <sheet.HeadingSheet
          count={count}
          articleUrl={articleUrl}
          headings={headings}
          page={page}
          current={current.id}
          onClose={close}
        />
      )}
    </>
  );
}
