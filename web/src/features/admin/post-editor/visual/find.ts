import { type Editor, Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Attrs, Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
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
import { parsed } from "./allowed-html";

declare module "@tiptap/core" {
  interface Storage {
    find: { finder: Finder | null };
  }
}

interface FindState {
  pattern: RegExp;
  matches: readonly Match[];
  found: Found;
  marks: DecorationSet;
}

/**
 * `pattern`: a new search, or null to end it. `at`: index of the current match. `from`: the first match after this
 * position becomes the current one.
 */
interface Change {
  pattern?: RegExp | null;
  at?: number;
  from?: number;
}

const KEY = new PluginKey<FindState | null>("find");

/** Matches of the last pattern by block. Nodes are immutable, so only the block that has changed is searched again. */
let known: { pattern: RegExp; blocks: WeakMap<Node, readonly Match[]> } | null = null;

/**
 * Returns the attributes with visible text of a block without a cursor, each text changed: the caption and title of a
 * figure, and the text nodes of a block of HTML.
 */
function changedTexts({ type, attrs }: Node, change: (text: string) => string): Attrs {
  if (type.name === "rawHtmlBlock") {
    const content = parsed(attrs.html as string);
    const texts = document.createNodeIterator(content, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = change(text.nodeValue ?? "");
    return { html: [...content.children].map((element) => element.outerHTML).join("") };
  }
  if (type.name !== "figure") return {};
  const caption = change(attrs.caption as string);
  const { src, alt } = attrs as { src: string | null; alt: string | null };
  return src === null && alt !== null ? { caption, alt: change(alt) } : { caption };
}

/** Returns the match of a block without a cursor, which is the whole block. */
function wholeMatch(block: Node, pattern: RegExp): readonly Match[] {
  let isMatch = false;
  changedTexts(block, (text) => {
    isMatch ||= text.search(pattern) !== -1;
    return text;
  });
  return isMatch ? [{ from: 0, to: block.nodeSize }] : [];
}

function blockMatches(block: Node, pattern: RegExp): readonly Match[] {
  if (known?.pattern !== pattern) known = { pattern, blocks: new WeakMap() };
  const before = known.blocks.get(block);
  if (before) return before;
  // One character for each image and line break, so that offsets in the text are offsets in the block.
  const text = block.textBetween(0, block.content.size, undefined, "\ufffc");
  const matches = block.isTextblock
    ? matchesIn(text, pattern).map(({ from, to }) => ({ from: from + 1, to: to + 1 }))
    : wholeMatch(block, pattern);
  known.blocks.set(block, matches);
  return matches;
}

/**
 * Returns the matches of a pattern in a document: across marks, but within a block. A block without a cursor is one
 * match, if one of its texts matches: in a block of HTML, each element has its own.
 */
export function findInDocument(doc: Node, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock && !node.isAtom) return true;
    for (const { from, to } of blockMatches(node, pattern))
      matches.push({ from: position + from, to: position + to });
    return false;
  });
  return matches;
}

/** Returns the block without a cursor that a match is; null for a match in text. */
function blockAt(doc: Node, { from }: Match): Node | null {
  const node = doc.nodeAt(from);
  return node?.isBlock ? node : null;
}

function stateOf(doc: Node, pattern: RegExp, matches: readonly Match[], at: number): FindState {
  const marks = matches.map((match, index) => {
    const kind = blockAt(doc, match) ? "node" : "inline";
    const names = index === at ? "find-match find-current" : "find-match";
    return Decoration[kind](match.from, match.to, { class: names });
  });
  const found = { count: matches.length, at };
  return { pattern, matches, found, marks: DecorationSet.create(doc, marks) };
}

function next(tr: Transaction, before: FindState | null): FindState | null {
  const change: Change = (tr.getMeta(KEY) as Change | undefined) ?? {};
  const pattern = change.pattern === undefined ? before?.pattern : change.pattern;
  if (!pattern) return null;
  if (!tr.docChanged && before?.pattern === pattern)
    return change.at === undefined ? before : stateOf(tr.doc, pattern, before.matches, change.at);
  const matches = findInDocument(tr.doc, pattern);
  // A new search continues from the current match of the previous one.
  const current = currentMatch(before);
  const from = change.from ?? (current ? tr.mapping.map(current.from) : tr.selection.from);
  return stateOf(tr.doc, pattern, matches, matchFrom(matches, from));
}

/** Replaces a match with text that has the marks of its first character, or each match in the block that it is. */
function replaceMatch(tr: Transaction, match: Match, pattern: RegExp, text: string): void {
  const { from, to } = match;
  const block = blockAt(tr.doc, match);
  if (block) {
    const changed = changedTexts(block, (words) => words.replace(pattern, () => text));
    for (const [name, value] of Object.entries(changed)) tr.setNodeAttribute(from, name, value);
    return;
  }
  const { marks = [] } = tr.doc.resolve(from).nodeAfter ?? {};
  if (text === "") tr.delete(from, to);
  else tr.replaceWith(from, to, tr.doc.type.schema.text(text, marks));
}

function createFinder(editor: Editor): Finder {
  const current = () => KEY.getState(editor.state) ?? null;
  const change = (what: Change, tr = editor.state.tr) => {
    editor.view.dispatch(tr.setMeta(KEY, what));
    scrollToMatch(editor.view.dom);
  };
  /** Whether the last search had words, in which case the cursor goes to the match on closing. */
  let isVisited = false;
  return {
    selected: () => {
      const { from, to, $from, $to } = editor.state.selection;
      // The ends of an AllSelection have the document as their parent.
      const isInLine = $from.parent.isTextblock && $from.sameParent($to);
      return isInLine ? editor.state.doc.textBetween(from, to) : "";
    },
    search: (query, isExact) => {
      isVisited = query !== "";
      change({ pattern: patternOf(query, isExact) });
    },
    step: (by) => {
      const state = current();
      if (state && state.matches.length > 0)
        change({ at: wrapIndex(state.found.at, by, state.matches.length) });
    },
    replace: (text) => {
      const state = current();
      const match = currentMatch(state);
      if (!state || !match || !editor.isEditable) return;
      const tr = closeHistory(editor.state.tr);
      replaceMatch(tr, match, state.pattern, text);
      change({ from: blockAt(tr.doc, match) ? match.to : match.from + text.length }, tr);
    },
    replaceAll: (text) => {
      const { matches, pattern } = current() ?? {};
      if (!pattern || !matches?.length || !editor.isEditable) return 0;
      const tr = closeHistory(editor.state.tr);
      for (const match of [...matches].reverse()) replaceMatch(tr, match, pattern, text);
      editor.view.dispatch(tr);
      // Starts a new undo step for what is typed next.
      editor.view.dispatch(closeHistory(editor.state.tr));
      return matches.length;
    },
    close: () => {
      const match = isVisited ? currentMatch(current()) : undefined;
      editor.view.dispatch(editor.state.tr.setMeta(KEY, { pattern: null }));
      const chain = editor.chain();
      if (match && blockAt(editor.state.doc, match)) chain.setNodeSelection(match.from);
      else if (match) chain.setTextSelection(match);
      chain.focus().run();
    },
    found: () => current()?.found ?? NOTHING,
    subscribe: (onChange) => {
      editor.on("transaction", onChange);
      return () => void editor.off("transaction", onChange);
    },
  };
}

/** Finds words in the text. */
export const Find = Extension.create<object, { finder: Finder | null }>({
  name: "find",
  addStorage: () => ({ finder: null }),
  onCreate() {
    this.storage.finder = createFinder(this.editor);
  },
  addProseMirrorPlugins: () => [
    new Plugin<FindState | null>({
      key: KEY,
      state: { init: () => null, apply: next },
      props: { decorations: (state) => KEY.getState(state)?.marks },
    }),
  ],
});
