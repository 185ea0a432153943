import {
  isDirty,
  type RequestOutcome,
  type ServerLink,
  type ServerRequest,
  type ServerTask,
} from "./editor-state";
import type { Removal } from "./local-draft";
import type { PostForm } from "./post-form";
import { patch, patchServer, type Transition } from "./transition";

/** How long a change waits for further ones before the server gets it, in milliseconds. */
export const SERVER_DELAY = 1_500;
/** The least time between two copies of a short text on the server, in milliseconds. */
const INTERVAL = 5_000;
/** Characters that make the interval one millisecond longer: 10,000 words go out every eight seconds. */
const CHARACTERS_A_MILLISECOND = 20;
/** After a failure: how long the first further try waits, and the longest, in milliseconds. */
const BACK_OFF = { first: 1_000, longest: 30_000 };
/** Without a session or rights a change leads to a try, but no more often than this; in milliseconds. */
const SIGNED_OUT_DELAY = 15_000;
const MINUTE = 60_000;

/** Returns the least time between two copies of a form on the server, in milliseconds. */
export const serverInterval = ({ content }: Pick<PostForm, "content">): number =>
  INTERVAL + content.length / CHARACTERS_A_MILLISECOND;

/** Adds a task to the queue, unless it is there. */
export function enqueue(step: Transition, task: ServerTask): void {
  const { queue } = step.state.server;
  const isThere = queue.some((one) => one.kind === task.kind && keyOf(one) === keyOf(task));
  if (!isThere) patchServer(step, { queue: [...queue, task] });
}

/** Takes a draft that was not sent yet out of the queue. Returns what it supersedes. */
export function cancelPut(step: Transition, key: string): readonly Removal[] {
  const { queue } = step.state.server;
  const put = queue.find((one) => one.kind === "put" && one.draft.key === key);
  if (put) patchServer(step, { queue: queue.filter((one) => one !== put) });
  return put?.kind === "put" ? put.superseded : [];
}

/** Deletes what the server has of a removed draft, unless that is left until a draft that supersedes it is stored. */
export function deleteRemoved(step: Transition, key: string): void {
  const { removed, own, server } = step.state;
  const isLeft = [own, ...server.queue, ...server.requests.map(({ task }) => task)].some(
    (one) => "superseded" in one && one.superseded.some((removal) => removal.key === key),
  );
  if (removed.has(key) && !isLeft) enqueue(step, { kind: "delete", key });
}

/** Starts the timer for the next task. With `isEdit` also without one: the content editor may have pending changes. */
export function scheduleServer(step: Transition, { isEdit = false } = {}): void {
  const { queue, requests, isTimed, isClosed } = step.state.server;
  if (requests.length > 0 || !(nextTask(step) || (isEdit && !isClosed))) return;
  const delay = delayOf(step, isEdit);
  // A queue that can go out now does not wait for a timer that was set for the form.
  if (delay !== null && (!isTimed || (queue.length > 0 && delay === 0))) startTimer(step, delay);
}

/** Returns how long the next task waits, in milliseconds; null for one that waits for the person. */
function delayOf({ state, stamp }: Transition, isEdit: boolean): number | null {
  const { link, queue, lastPutAt } = state.server;
  if (link.name === "unreachable")
    return Math.min(BACK_OFF.first * 2 ** (link.failures - 1), BACK_OFF.longest);
  if (link.name === "signed-out" || link.name === "forbidden")
    return isEdit ? SIGNED_OUT_DELAY : null;
  if (queue.length > 0) return 0;
  return Math.max(SERVER_DELAY, lastPutAt + serverInterval(state.form) - stamp.now);
}

/** Sends the next task, when no other is under way. */
export function sendNext(step: Transition): void {
  const task = nextTask(step);
  if (task && step.state.server.requests.length === 0) send(step, task, false);
}

/**
 * Sends what the server does not have, in requests that outlive the page. What is under way already may be broken
 * off with the page, and is sent once more.
 */
export function leaveServer(step: Transition): void {
  const { form, own, removed, server } = step.state;
  const isUnderWay = (key: string, isLast: boolean) =>
    server.requests.some((one) => keyOf(one.task) === key && (one.isLast || !isLast));
  // A deletion must not overtake the draft; without it the draft is known as removed on this device.
  for (const task of server.queue)
    if (task.kind === "put" || !isUnderWay(task.key, false)) send(step, task, true);
  for (const { task } of server.requests)
    if (
      task.kind === "put" &&
      task.draft.key !== own.key &&
      !removed.has(task.draft.key) &&
      !isUnderWay(task.draft.key, true)
    )
      send(step, task, true);
  const isGoing = server.requests.some(
    ({ task, isLast }) => isLast && task.kind === "put" && task.draft.form === form,
  );
  if (isDirty(step.state) && form !== own.onServer && !isGoing) send(step, ownPut(step), true);
}

/** The person or the network is back: a failed try is repeated at once. */
export function retryServer(step: Transition): void {
  const { link, requests } = step.state.server;
  if (link.name === "working" || requests.length > 0) return;
  if (link.name === "refused") patchServer(step, { link: { name: "refused", form: null } });
  if (nextTask(step)) startTimer(step, 0);
}

/** A request has its answer. */
export function answerServer(step: Transition, id: number, outcome: RequestOutcome): void {
  const { requests } = step.state.server;
  const request = requests.find((one) => one.id === id);
  if (!request) return;
  patchServer(step, { requests: requests.filter((one) => one !== request) });
  if (outcome === "stored") confirm(step, request);
  else fail(step, request, outcome);
  // Removed while it was on its way: whether it arrived or not, it must not stay.
  if (request.task.kind === "put") deleteRemoved(step, request.task.draft.key);
  scheduleServer(step);
}

function confirm(step: Transition, { task }: ServerRequest): void {
  const { own, server } = step.state;
  // An answer about something else leaves a refused form refused.
  if (server.link.name !== "refused" || keyOf(task) === own.key)
    patchServer(step, { link: { name: "working" } });
  if (task.kind === "delete") return;
  for (const { key } of task.superseded) enqueue(step, { kind: "delete", key });
  // Where the device did not take this draft, the older ones are still there.
  if (task.superseded.length > 0)
    step.effects.push({ type: "removeFromDevice", removals: task.superseded });
  if (task.draft.key !== own.key) return;
  const superseded = own.superseded.filter((removal) => !task.superseded.includes(removal));
  patch(step, { own: { ...own, superseded, onServer: task.draft.form } });
  patchServer(step, { savedAt: Math.floor(step.stamp.now / MINUTE) * MINUTE });
}

function fail(
  step: Transition,
  { task }: ServerRequest,
  outcome: Exclude<RequestOutcome, "stored">,
): void {
  const { own, removed, server } = step.state;
  // Sent once more as the page was left: the other one still counts.
  if (server.requests.some((one) => keyOf(one.task) === keyOf(task))) return;
  const isOwn = task.kind === "put" && task.draft.key === own.key;
  if (outcome === "refused") {
    if (isOwn) patchServer(step, { link: { name: "refused", form: task.draft.form } });
    return;
  }
  if (task.kind === "delete" || !(isOwn || removed.has(task.draft.key)))
    patchServer(step, { queue: [task, ...server.queue] });
  const failures = server.link.name === "unreachable" ? server.link.failures + 1 : 1;
  const link: ServerLink =
    outcome === "unreachable" ? { name: "unreachable", failures } : { name: outcome };
  patchServer(step, { link });
}

/** Returns what the server is to do next, or null. */
function nextTask(step: Transition): ServerTask | null {
  const { form, own, server } = step.state;
  if (server.isClosed) return server.queue.find(({ kind }) => kind === "delete") ?? null;
  const [first] = server.queue;
  if (first) return first;
  const isRefused = server.link.name === "refused" && server.link.form === form;
  const isWanted = isDirty(step.state) && form !== own.onServer && !isRefused;
  return isWanted ? ownPut(step) : null;
}

function ownPut({ state, stamp }: Transition): ServerTask {
  const { form, version, own } = state;
  const draft = { key: own.key, form, version, at: stamp.now };
  return { kind: "put", draft, superseded: own.superseded };
}

function send(step: Transition, task: ServerTask, isLast: boolean): void {
  const { own, server } = step.state;
  const request = { id: server.lastId + 1, task, isLast };
  patchServer(step, {
    queue: server.queue.filter((one) => one !== task),
    requests: [...server.requests, request],
    lastId: request.id,
  });
  if (task.kind === "put" && task.draft.key === own.key) {
    patch(step, { own: { ...own, isSent: true } });
    patchServer(step, { lastPutAt: step.stamp.now });
  }
  step.effects.push({ type: "send", request });
}

function startTimer(step: Transition, delay: number): void {
  patchServer(step, { isTimed: true });
  step.effects.push({ type: "startTimer", timer: "server", delay });
}

const keyOf = (task: ServerTask): string => (task.kind === "put" ? task.draft.key : task.key);
