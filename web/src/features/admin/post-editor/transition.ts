import type { EditorState, Effect, Stamp } from "./editor-state";

/** A transition in progress: the state so far, and the effects so far. */
export interface Transition {
  state: EditorState;
  readonly effects: Effect[];
  readonly stamp: Stamp;
}

export function patch(step: Transition, change: Partial<EditorState>): void {
  step.state = { ...step.state, ...change };
}

export function patchServer(step: Transition, change: Partial<EditorState["server"]>): void {
  patch(step, { server: { ...step.state.server, ...change } });
}

/** Returns a set with further keys. */
export const withKeys = (set: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> =>
  keys.every((key) => set.has(key)) ? set : new Set([...set, ...keys]);
