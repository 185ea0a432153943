import type { DraftApi } from "../features/admin/post-editor/draft-api";
import type { DraftChannel } from "../features/admin/post-editor/draft-channel";
import type { DraftStore } from "../features/admin/post-editor/draft-store";
import { type DraftSync, draftSync } from "../features/admin/post-editor/draft-sync";
import {
  initialState,
  type RequestOutcome,
  type SaveState,
} from "../features/admin/post-editor/editor-state";
import type { LocalDraft } from "../features/admin/post-editor/local-draft";
import { inputOf, isChanged, type PostForm } from "../features/admin/post-editor/post-form";

/** Time within which typed text and decisions must be stored, in milliseconds. */
export const SETTLED = 1_000;
/** Latency of the device, and of messages to other tabs, in milliseconds. */
const DEVICE_LATENCY = 80;

/** A browser with several tabs, its storage, and a server, on a fake clock. */
export interface World {
  tabs: Tab[];
  /** The server's response to requests. */
  outcome: RequestOutcome;
  /** Latency of a request in each direction, in milliseconds. */
  latency: number;
  device: Map<string, LocalDraft>;
  deviceRemoved: Set<string>;
  server: Map<string, LocalDraft>;
  /** The post: its version and form; `saved` has all words that were ever saved. */
  post: { version: number; form: PostForm };
  saved: string[];
  words: Word[];
  decisions: Decision[];
}

/** A typed word, and the tab and time in which it was typed. */
interface Word {
  text: string;
  at: number;
  tab: Tab;
  /** Whether the person has given it up, by discarding a draft or clearing the form. */
  isGivenUp: boolean;
}

/** A draft that must not be offered again. */
interface Decision {
  key: string;
  at: number;
  tab: Tab;
}

export interface Tab {
  sync: DraftSync;
  /** When the tab was closed or crashed. */
  diedAt: number | null;
  /** Text of the content editor, of which the form may not know yet. */
  content: string;
  onRemoved: Parameters<DraftChannel["listen"]>[0] | null;
}

export function emptyWorld(form: PostForm): World {
  return {
    tabs: [],
    outcome: "stored",
    latency: 50,
    device: new Map(),
    deviceRemoved: new Set(),
    server: new Map(),
    post: { version: 1, form },
    saved: [],
    words: [],
    decisions: [],
  };
}

const after = <T>(delay: number, value: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value()), delay));
/** A response that nobody waits for now. */
const never = new Promise<never>(() => {});

/** Opens the editor in a new tab. */
export function openTab(world: World): Tab {
  const { version, form } = world.post;
  const { published_local: _, ...stored } = form;
  const post = {
    ...inputOf({ ...form, ...stored }, null),
    id: "0191",
    version,
    state: "live" as const,
    created_at: "2026-11-25T09:00:00Z",
    updated_at: "2026-11-25T09:00:00Z",
  };
  const tab: Partial<Tab> = { diedAt: null, content: form.content, onRemoved: null };
  const made = tab as Tab;
  tab.sync = draftSync({
    initial: initialState(post),
    store: storeOf(world, made),
    api: apiOf(world, made),
    channel: channelOf(world, made),
    flush: () => {
      const { form } = made.sync.state();
      if (made.content !== form.content)
        made.sync.send({ type: "edited", form: { ...form, content: made.content } });
    },
  });
  world.tabs.push(made);
  // The content editor shows whatever the form is filled with.
  let shown = form.content;
  made.sync.subscribe(() => {
    const { content } = made.sync.state().form;
    if (content !== shown) made.content = content;
    shown = content;
  });
  made.sync.listen();
  made.sync.send({ type: "opened", publishedLocal: "" });
  return made;
}

/** A crashed tab writes nothing more to the device. */
function storeOf(world: World, tab: Tab): DraftStore {
  const { device, deviceRemoved } = world;
  const access = <T>(action: () => T): Promise<T> =>
    after(DEVICE_LATENCY, () => (tab.diedAt === null ? action() : never)) as Promise<T>;
  const remove = (removals: readonly { key: string }[]) => {
    for (const { key } of removals) {
      device.delete(key);
      deviceRemoved.add(key);
    }
  };
  return {
    read: () => access(() => ({ drafts: [...device.values()], removed: [...deviceRemoved] })),
    write: (draft, superseded) =>
      access(() => {
        remove(superseded);
        if (deviceRemoved.has(draft.key)) return "removed";
        device.set(draft.key, draft);
        return "stored";
      }),
    remove: (removals) => access(() => remove(removals)),
  };
}

/** Requests that outlive the page still arrive from a closed tab; the others are aborted. */
function apiOf(world: World, tab: Tab): DraftApi {
  const request = async (isLast: boolean, action: () => void): Promise<RequestOutcome> => {
    const { latency } = world;
    const outcome = await after(latency, () => {
      if (tab.diedAt !== null && !isLast) return never;
      if (world.outcome === "stored") action();
      return world.outcome;
    });
    return after(latency, () => (tab.diedAt === null ? outcome : never));
  };
  return {
    list: async () => {
      let found: LocalDraft[] = [];
      await request(false, () => {
        found = [...world.server.values()];
      });
      return found;
    },
    put: (draft, isLast) => request(isLast, () => world.server.set(draft.key, draft)),
    remove: (key) => request(true, () => world.server.delete(key)),
  };
}

function channelOf(world: World, tab: Tab): DraftChannel {
  return {
    listen: (onRemoved) => {
      tab.onRemoved = onRemoved;
      return () => {};
    },
    tellRemoved: (removals) => {
      for (const other of world.tabs.filter((one) => one !== tab))
        setTimeout(() => other.diedAt === null && other.onRemoved?.(removals), DEVICE_LATENCY);
    },
  };
}

const wordsIn = ({ title, content }: PostForm): string[] => `${title} ${content}`.split(" ");

/** Marks the words of a form as given up by the person. */
function giveUp(world: World, form: PostForm): void {
  const given = wordsIn(form);
  for (const word of world.words) if (given.includes(word.text)) word.isGivenUp = true;
}

const hasCopy = ({ device, server }: World, key: string) => device.has(key) || server.has(key);

function decide(world: World, tab: Tab, key: string): void {
  world.decisions.push({ key, at: Date.now(), tab });
}

type Action = (world: World, tab: Tab) => void;

/** The form is disabled during and after a save that leaves the page. */
const inForm =
  (action: Action): Action =>
  (world, tab) => {
    if (isEditable(tab)) action(world, tab);
  };
const isEditable = ({ sync }: Tab) => {
  const { save } = sync.state();
  return isIdle(save) || (save.name === "saving" && save.stays);
};
const isIdle = ({ name }: SaveState) => name === "editing" || name === "conflict";

/** Actions of a person in a tab. */
export const ACTIONS = {
  typeTitle: inForm((world, tab) => {
    const text = newWord(world, tab);
    const { form } = tab.sync.state();
    tab.sync.send({ type: "edited", form: { ...form, title: `${form.title} ${text}` } });
  }),
  typeContent: inForm((world, tab) => {
    tab.content = `${tab.content} ${newWord(world, tab)}`;
    tab.sync.send({ type: "typed" });
  }),
  clear: inForm((world, tab) => {
    tab.sync.flush();
    const { form, baseline, own } = tab.sync.state();
    giveUp(world, form);
    if (hasCopy(world, own.key)) decide(world, tab, own.key);
    tab.sync.send({ type: "edited", form: baseline });
  }),
  restore: (world: World, tab: Tab) => {
    const { save, offers } = tab.sync.state();
    const [draft] = offers;
    // After a save the page is about to change, and the offer is kept for the next one.
    if (!draft || save.name === "saved") return;
    // Decided once the form shows the draft: if a save completes before, the draft is kept for the next visit.
    const { key } = draft;
    const isOffered = () => tab.sync.state().offers.some((one) => one.key === key);
    setTimeout(() => {
      if (tab.diedAt === null && !isOffered()) decide(world, tab, key);
    }, DEVICE_LATENCY + 1);
    tab.sync.send({ type: "restoreChosen", key: draft.key });
  },
  discard: (world: World, tab: Tab) => {
    const [draft] = tab.sync.state().offers;
    if (!draft) return;
    // All copies, as the draft may be another tab's that has changed meanwhile.
    for (const copy of [draft, world.device.get(draft.key), world.server.get(draft.key)])
      if (copy) giveUp(world, copy.form);
    decide(world, tab, draft.key);
    tab.sync.send({ type: "discarded", key: draft.key });
  },
  replace: inForm((world, tab) => {
    tab.sync.flush();
    const form = { ...tab.sync.state().baseline, summary: `old ${world.words.length}` };
    tab.sync.send({ type: "replaced", form });
  }),
  hide: (_: World, tab: Tab) => tab.sync.flushNow(),
  comeBack: (_: World, tab: Tab) => tab.sync.send({ type: "returned" }),
  /** Somebody else saves the post. */
  saveElsewhere: (world: World) => {
    const { version, form } = world.post;
    world.post = { version: version + 1, form: { ...form, summary: `theirs ${version}` } };
  },
  save: (world: World, tab: Tab) => save(world, tab, tab.sync.state().version ?? 0),
  saveAndStay: (world: World, tab: Tab) => save(world, tab, tab.sync.state().version ?? 0, true),
  saveMine: (world: World, tab: Tab) => {
    const { save: state } = tab.sync.state();
    if (state.name === "conflict") save(world, tab, state.remoteVersion.version);
  },
  takeContent: (_: World, tab: Tab) => {
    tab.sync.flush();
    const { save, shelvedForVersion } = tab.sync.state();
    if (save.name !== "conflict") return;
    const { remoteVersion } = save;
    // Only the first choice, which shelves the form: later ones would give words up.
    if (shelvedForVersion === remoteVersion.version) return;
    tab.sync.send({ type: "fieldTaken", field: "content" });
  },
  takeRemote: (_: World, tab: Tab) => {
    tab.sync.flush();
    tab.sync.send({ type: "remoteTaken" });
  },
  crash: (_: World, tab: Tab) => {
    tab.diedAt = Date.now();
  },
  close: (_: World, tab: Tab) => {
    tab.sync.flushNow();
    tab.diedAt = Date.now();
  },
} as const;

function newWord(world: World, tab: Tab): string {
  const text = `w${world.words.length}`;
  world.words.push({ text, at: Date.now(), tab, isGivenUp: false });
  return text;
}

/** Saves the post as the hook does: saving over a version that is not the newest is a conflict. */
function save(world: World, tab: Tab, version: number, stays = false): void {
  const { sync } = tab;
  sync.flush();
  if (!isIdle(sync.state().save)) return;
  const { form, own } = sync.state();
  sync.send({ type: "saveStarted", stays });
  const failure = { title: "", fields: {} };
  setTimeout(() => {
    if (tab.diedAt !== null) return;
    if (world.outcome !== "stored") sync.send({ type: "saveFailed", failure });
    else if (version !== world.post.version)
      sync.send({ type: "saveFailed", failure, remoteVersion: { ...world.post } });
    else {
      world.post = { version: version + 1, form };
      world.saved.push(...wordsIn(form));
      if (stays) sync.flush();
      const isUnchanged = !stays || !isChanged(sync.state().form, form);
      if (isUnchanged && hasCopy(world, own.key) && sync.state().own.key === own.key)
        decide(world, tab, own.key);
      sync.send({ type: "saveSucceeded", form, stored: stays ? { ...world.post } : undefined });
    }
  }, world.latency);
}

/**
 * Returns the words that were typed long enough before their tab closed, not given up, and neither saved nor offered.
 */
export function lostWords(world: World, offers: readonly LocalDraft[]): string[] {
  const found = new Set([...world.saved, ...offers.flatMap(({ form }) => wordsIn(form))]);
  return world.words
    .filter(({ at, tab, isGivenUp }) => !isGivenUp && at < (tab.diedAt ?? Date.now()) - SETTLED)
    .map(({ text }) => text)
    .filter((text) => !found.has(text));
}

/**
 * Returns the keys of drafts about which the person decided in a tab that stayed open long enough to store the
 * decision.
 */
export function decidedKeys({ decisions }: World): string[] {
  return decisions
    .filter(({ at, tab }) => at < (tab.diedAt ?? Date.now()) - SETTLED)
    .map(({ key }) => key);
}
