import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import { counted } from "../lists/counted";
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

/** Returns the number of headings in an article's HTML. */
const headingCount = (html: string): number => html.match(/<h[1-6][\s>]/gi)?.length ?? 0;

interface OutlineFoldProps {
  /** The visual editor: null while it loads, undefined in HTML mode. */
  editor: Editor | null | undefined;
  /** HTML of the stored text, whose headings are counted until the editor has loaded. */
  stored: string;
}

/**
 * The headings of the text in visual mode. The folded part shows the heading above the cursor. It is there before the
 * editor has loaded, as it would otherwise move the text below it on phones.
 */
export function OutlineFold({ editor, stored }: OutlineFoldProps) {
  const drawn = useSyncExternalStore(
    useSteps(editor ?? null),
    () => (editor ? outlineOf(editor) : EMPTY),
    () => EMPTY,
  );
  if (editor === undefined) return null;
  const { headings, current } = JSON.parse(drawn) as Outline;
  const total = editor ? headings.length : headingCount(stored);
  if (total === 0) return null;
  const here = headings[current];
  const count = counted(total, "heading");
  return (
    <Fold name="outline" title="Outline" summary={here ? nameOf(here) : count} startsFolded>
      <nav aria-label="Outline">
        <ol className="outline-list">
          {headings.map((heading, index) => (
            <li key={index} data-level={heading.level}>
              <button
                type="button"
                aria-current={index === current ? "location" : undefined}
                onClick={() => editor && goTo(editor, index)}
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
