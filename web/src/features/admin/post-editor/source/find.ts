import { isolateHistory } from "@codemirror/commands";
import {
  StateEffect,
  type StateEffectType,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { wrapIndex } from "../../../../lib/wrap-index";
import {
  currentMatch,
  type Finder,
  type Found,
  type Match,
  matchesIn,
  matchFrom,
  NOTHING,
  patternOf,
  scrollToMatch,
} from "../find/finder";

interface FindState {
  pattern: RegExp;
  matches: readonly Match[];
  found: Found;
  marks: DecorationSet;
}

const setPattern = StateEffect.define<RegExp | null>();
const setCurrent = StateEffect.define<number>();
/** The first match after this position becomes the current one. */
const setFrom = StateEffect.define<number>();

const MATCH = Decoration.mark({ class: "find-match" });
const CURRENT = Decoration.mark({ class: "find-match find-current" });

function stateOf(pattern: RegExp, matches: readonly Match[], at: number): FindState {
  const marks = matches.map(({ from, to }, index) =>
    (index === at ? CURRENT : MATCH).range(from, to),
  );
  return { pattern, matches, found: { count: matches.length, at }, marks: Decoration.set(marks) };
}

/** Returns the value of a transaction's first effect of a type. */
const effectOf = <T>(tr: Transaction, type: StateEffectType<T>): T | undefined =>
  tr.effects.find((effect) => effect.is(type))?.value;

function next(before: FindState | null, tr: Transaction): FindState | null {
  const given = effectOf(tr, setPattern);
  const pattern = given === undefined ? before?.pattern : given;
  if (!pattern) return null;
  const at = effectOf(tr, setCurrent);
  if (!tr.docChanged && before?.pattern === pattern)
    return at === undefined ? before : stateOf(pattern, before.matches, at);
  const matches = matchesIn(textOf(tr.newDoc), pattern);
  // A new search continues from the current match of the previous one.
  const current = currentMatch(before);
  const from = current ? tr.changes.mapPos(current.from) : tr.newSelection.main.from;
  return stateOf(pattern, matches, matchFrom(matches, effectOf(tr, setFrom) ?? from));
}

/** Returns the text with "\n" as line breaks, to match the editor's positions. */
const textOf = (doc: Text): string => doc.sliceString(0);

/** State field that holds the matches and their marks. */
export const findField = StateField.define<FindState | null>({
  create: () => null,
  update: next,
  provide: (field) =>
    EditorView.decorations.from(field, (state) => state?.marks ?? Decoration.none),
});

/** Finds words in the HTML. */
export function createFinder(view: EditorView, listeners: Set<() => void>): Finder {
  const current = () => view.state.field(findField);
  const go = (effects: StateEffect<unknown>[]) => {
    view.dispatch({ effects });
    show();
  };
  const show = () => {
    const match = currentMatch(current());
    // CodeMirror renders only what is in view.
    if (match) view.dispatch({ effects: EditorView.scrollIntoView(match.from, { y: "nearest" }) });
    view.requestMeasure({ read: () => scrollToMatch(view.contentDOM) });
  };
  return {
    selected: () => {
      const { from, to } = view.state.selection.main;
      const text = view.state.sliceDoc(from, to);
      return text.includes("\n") ? "" : text;
    },
    search: (query, isExact) => go([setPattern.of(patternOf(query, isExact))]),
    step: (by) => {
      const state = current();
      if (state && state.matches.length > 0)
        go([setCurrent.of(wrapIndex(state.found.at, by, state.matches.length))]);
    },
    replace: (text) => {
      const match = currentMatch(current());
      if (!match || view.state.readOnly) return;
      view.dispatch({
        changes: { ...match, insert: text },
        effects: setFrom.of(match.from + text.length),
        annotations: isolateHistory.of("full"),
      });
      show();
    },
    replaceAll: (text) => {
      const matches = current()?.matches ?? [];
      if (matches.length === 0 || view.state.readOnly) return 0;
      view.dispatch({
        changes: matches.map((match) => ({ ...match, insert: text })),
        annotations: isolateHistory.of("full"),
      });
      return matches.length;
    },
    close: () => {
      const match = currentMatch(current());
      view.dispatch({
        effects: setPattern.of(null),
        ...(match && { selection: { anchor: match.from, head: match.to } }),
      });
      view.focus();
    },
    found: () => current()?.found ?? NOTHING,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
