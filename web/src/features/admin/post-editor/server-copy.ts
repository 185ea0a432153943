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

/** How long a change waits for further ones before it is sent, in milliseconds. */
export const SERVER_DELAY = 1_500;
/** The shortest interval between two requests for a short text, in milliseconds. */
const INTERVAL = 5_000;
/** Characters for which the interval grows by one millisecond: 10,000 words are sent every eight seconds. */
const CHARACTERS_A_MILLISECOND = 20;
/** Delay of the first retry after a failure, and the longest, in milliseconds. */
const BACK_OFF = { first: 1_000, longest: 30_000 };
/** Without a session or rights, a change is sent after this delay, in milliseconds. */
const SIGNED_OUT_DELAY = 15_000;
const MINUTE = 60_000;

/** Returns the shortest interval between two requests for a form, in milliseconds. */
export const serverInterval = ({ content }: Pick<PostForm, "content">): number =>
  INTERVAL + content.length / CHARACTERS_A_MILLISECOND;

/** Adds a task to the queue, unless it is there already. */
export function enqueue(step: Transition, task: ServerTask): void {
  const { queue } = step.state.server;
  const isThere = queue.some((one) => one.kind === task.kind && keyOf(one) === keyOf(task));
  if (!isThere) patchServer(step, { queue: [...queue, task] });
}

/** Removes a draft that was not sent yet from the queue. Returns the drafts that it supersedes. */
export function cancelPut(step: Transition, key: string): readonly Removal[] {
  const { queue } = step.state.server;
  const put = queue.find((one) => one.kind === "put" && one.draft.key === key);
  if (put) patchServer(step, { queue: queue.filter((one) => one !== put) });
  return put?.kind === "put" ? put.superseded : [];
}

/** Deletes a removed draft from the server, unless a draft that supersedes it is still to be stored. */
export function deleteRemoved(step: Transition, key: string): void {
  const { removed, own, server } = step.state;
  const isLeft = [own, ...server.queue, ...server.requests.map(({ task }) => task)].some(
    (one) => "superseded" in one && one.superseded.some((removal) => removal.key === key),
  );
  if (removed.has(key) && !isLeft) enqueue(step, { kind: "delete", key });
}

/**
 * Starts the timer for the next task. With `isEdit`, also if there is none, as the content editor may have pending
 * changes.
 */
export function scheduleServer(step: Transition, { isEdit = false } = {}): void {
  const { queue, requests, isTimed, isClosed } = step.state.server;
  if (requests.length > 0 || !(nextTask(step) || (isEdit && !isClosed))) return;
  const delay = delayOf(step, isEdit);
  // A task that can be sent now does not wait for a timer that was set for the form.
  if (delay !== null && (!isTimed || (queue.length > 0 && delay === 0))) startTimer(step, delay);
}

/** Returns the delay of the next task, in milliseconds; null if it waits for the person. */
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
 * Sends everything that the server does not have, in requests that outlive the page. Requests that are under way may be
 * aborted with the page, so their drafts are sent again.
 */
export function leaveServer(step: Transition): void {
  const { form, own, removed, server } = step.state;
  const isUnderWay = (key: string, isLast: boolean) =>
    server.requests.some((one) => keyOf(one.task) === key && (one.isLast || !isLast));
  // A deletion must not overtake the draft. If it is not sent, this device still knows the draft as removed.
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

/** The person or the network connection is back: retries a failed request at once. */
export function retryServer(step: Transition): void {
  const { link, requests } = step.state.server;
  if (link.name === "working" || requests.length > 0) return;
  if (link.name === "refused") patchServer(step, { link: { name: "refused", form: null } });
  if (nextTask(step)) startTimer(step, 0);
}

/** Handles the response to a request. */
export function answerServer(step: Transition, id: number, outcome: RequestOutcome): void {
  const { requests } = step.state.server;
  const request = requests.find((one) => one.id === id);
  if (!request) return;
  patchServer(step, { requests: requests.filter((one) => one !== request) });
  if (outcome === "stored") confirm(step, request);
  else fail(step, request, outcome);
  // The draft was removed during the request: it must not stay on the server.
  if (request.task.kind === "put") deleteRemoved(step, request.task.draft.key);
  scheduleServer(step);
}

function confirm(step: Transition, { task }: ServerRequest): void {
  const { own, server } = step.state;
  // The response to another task does not make a refused form acceptable.
  if (server.link.name !== "refused" || keyOf(task) === own.key)
    patchServer(step, { link: { name: "working" } });
  if (task.kind === "delete") return;
  for (const { key } of task.superseded) enqueue(step, { kind: "delete", key });
  // The older drafts are still on the device if it could not store this one.
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
  // The draft was sent again when the page was left, and that request decides.
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

/** Returns the next task for the server, or null. */
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
