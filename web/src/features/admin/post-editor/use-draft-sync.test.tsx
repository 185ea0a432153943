import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cachedPage, cachePage } from "../../../lib/page-cache";
import { changingForm } from "../../../test-support/form-source";
import { doing, hydrate, render, unmount } from "../../../test-support/render";
import { ControlledTextarea } from "./controlled-textarea";
import { SERVER_DELAY } from "./server-copy";
import {
  type FormSource,
  useDraftSync,
  useFields,
  useSelected,
  useSettledForm,
} from "./use-draft-sync";

const fetchMock = vi.fn<typeof fetch>();

const FLUSH = { current: () => {} };

function Editor() {
  const sync = useDraftSync(null, "ann@example.org", "https://site.example", FLUSH);
  const title = useSelected(sync, ({ form }) => form.title);
  const set = (title: string) =>
    sync.send({ type: "edited", form: { ...sync.state().form, title } });
  return <input value={title} onChange={(event) => set(event.currentTarget.value)} />;
}

/** The fields as the post form has them: a text area is not controlled by React. */
function EarlyForm() {
  const sync = useDraftSync(null, "ann@example.org", "https://site.example", FLUSH);
  const { title, summary, published, published_local } = useFields(
    sync,
    "title",
    "summary",
    "published",
    "published_local",
  );
  return (
    <form className="editor">
      <input name="title" value={title} onChange={() => {}} />
      <ControlledTextarea name="summary" value={summary} onChange={() => {}} />
      <input type="checkbox" name="published" checked={published === false} onChange={() => {}} />
      <input
        type="datetime-local"
        name="published_date"
        value={published_local ?? ""}
        onChange={() => {}}
      />
    </form>
  );
}

interface AddressProps {
  source: FormSource;
  onDraw: (text: string) => void;
}

function Address({ source, onDraw }: AddressProps) {
  const { slug, author } = useFields(source, "slug", "author");
  onDraw(`${slug} by ${author}`.trimStart());
  return null;
}

const SETTLED_AFTER = 500;

function Settled({ source, onDraw }: { source: FormSource; onDraw: (title: string) => void }) {
  onDraw(useSettledForm(source, SETTLED_AFTER)[0].title);
  return null;
}

function fill(title: string) {
  const input = document.querySelector("input") as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(input, title);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types a title, and waits until it has been sent to the server. */
async function type(title: string) {
  await doing(() => fill(title));
  await doing(() => vi.advanceTimersByTimeAsync(SERVER_DELAY));
}

const methods = () => fetchMock.mock.calls.map(([, init]) => init?.method);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockImplementation(async () => new Response('{"drafts":[]}'));
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
});

it("keeps prefetched pages, as no page shows drafts", async () => {
  const page = Promise.resolve({ redirect: "/" });
  cachePage("/blog", 0, page);
  await render(<Editor />);
  await type("B");
  expect(methods()).toEqual(["GET", "PUT"]);
  await type("");
  expect(methods()).toEqual(["GET", "PUT", "DELETE"]);
  expect(cachedPage("/blog", 0)).toBe(page);
});

it("handles keys that leave the browser no time in between", async () => {
  const faults: string[] = [];
  const onError = (event: ErrorEvent) => faults.push(event.message);
  window.addEventListener("error", onError);
  await render(<Editor />);
  await doing(() => {
    for (let key = 0; key < 200; key++) flushSync(() => fill(`B${key}`));
  });
  window.removeEventListener("error", onError);
  expect(faults).toEqual([]);
  expect(document.querySelector("input")?.value).toBe("B199");
});

it("renders a part of the form again only when a field that it shows changes", async () => {
  const { source, change } = changingForm();
  const drawn: string[] = [];
  await render(<Address source={source} onDraw={(text) => drawn.push(text)} />);
  await doing(() => change({ author: "Ann" }));
  await doing(() => change({ title: "Log files" }));
  await doing(() => change({ slug: "log-files" }));
  expect(drawn).toEqual(["by ", "by Ann", "log-files by Ann"]);
});

it("returns the whole form once typing has paused", async () => {
  const { source, change } = changingForm();
  const drawn: string[] = [];
  await render(<Settled source={source} onDraw={(title) => drawn.push(title)} />);
  for (const title of ["L", "Lo", "Log"]) {
    await doing(() => change({ title }));
    await doing(() => vi.advanceTimersByTimeAsync(SETTLED_AFTER - 1));
  }
  expect(drawn).toEqual([""]);
  await doing(() => vi.advanceTimersByTimeAsync(SETTLED_AFTER));
  expect(drawn).toEqual(["", "Log"]);
});

it("keeps what was typed before hydration", async () => {
  const values = () =>
    [...document.querySelectorAll<HTMLInputElement>("[name]")].map(({ value }) => value);
  await hydrate(<EarlyForm />, () => {
    for (const field of document.querySelectorAll<HTMLInputElement>("[name]:not([type])"))
      field.value = field.name.toUpperCase();
    const date = document.querySelector<HTMLInputElement>("[name=published_date]");
    if (date) date.value = "2026-12-24T09:00";
  });
  expect(values()).toEqual(["TITLE", "SUMMARY", "on", "2026-12-24T09:00"]);
  expect(document.querySelector<HTMLInputElement>("[name=published]")?.checked).toBe(true);
});
