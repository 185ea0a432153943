import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import { Fold } from "./fold";
import { headingAt, headingsOf, type OutlineHeading } from "./visual/outline";
import { useSteps } from "./visual/use-steps";

interface Outline {
  headings: Pick<OutlineHeading, "level" | "text">[];
  current: number;
}

const EMPTY = JSON.stringify({ headings: [], current: -1 } satisfies Outline);

/** Returns the outline as a text, so that the component renders again only when it changes. */
function outlineOf({ state: { doc, selection } }: Editor): string {
  const headings = headingsOf(doc);
  const outline: Outline = {
    headings: headings.map(({ level, text }) => ({ level, text })),
    current: headingAt(headings, selection.from),
  };
  return JSON.stringify(outline);
}

/** Moves the cursor to a heading and scrolls to it. */
function goTo(editor: Editor, index: number): void {
  const position = headingsOf(editor.state.doc)[index]?.position;
  if (position === undefined) return;
  editor
    .chain()
    .setTextSelection(position + 1)
    .focus(null, { scrollIntoView: false })
    .run();
  const element = editor.view.nodeDOM(position);
  if (element instanceof HTMLElement) element.scrollIntoView({ block: "start" });
}

const nameOf = ({ text }: { text: string }): string => text || "Empty heading";

/** The headings of the text in visual mode. The folded part shows the heading above the cursor. */
export function OutlineFold({ editor }: { editor: Editor | null }) {
  const drawn = useSyncExternalStore(
    useSteps(editor),
    () => (editor ? outlineOf(editor) : EMPTY),
    () => EMPTY,
  );
  const { headings, current } = JSON.parse(drawn) as Outline;
  if (!editor || headings.length === 0) return null;
  const here = headings[current];
  const count = `${headings.length} ${headings.length === 1 ? "heading" : "headings"}`;
  return (
    <Fold name="outline" title="Outline" summary={here ? nameOf(here) : count} startsFolded>
      <nav aria-label="Outline">
        <ol className="outline-list">
          {headings.map((heading, index) => (
            <li key={index} data-level={heading.level}>
              <button
                type="button"
                aria-current={index === current ? "location" : undefined}
                onClick={() => goTo(editor, index)}
              >
                {nameOf(heading)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </Fold>
  );
}
