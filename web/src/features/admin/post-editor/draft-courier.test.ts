import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiResult } from "../../../lib/api";
import { type DraftState, draftCourier, PAUSE } from "./draft-courier";
import type { KeptWork } from "./kept-work";
import { formOf } from "./post-form";

const work = (title: string, key = "k"): KeptWork => ({
  key,
  form: { ...formOf(null), title },
  version: null,
  at: 0,
});
const ok: ApiResult<unknown> = { ok: true, data: null };
const failure = (status: number): ApiResult<unknown> => ({
  ok: false,
  status,
  error: { code: "", message: "" },
});

/** A courier to a server that answers when and as it is told. */
function setUp() {
  const asked: string[] = [];
  const states: DraftState[] = [];
  const waiting: ((answer: ApiResult<unknown>) => void)[] = [];
  const ask = (what: string) => {
    asked.push(what);
    return new Promise<ApiResult<unknown>>((resolve) => waiting.push(resolve));
  };
  const courier = draftCourier({
    send: ({ key, form }, isLast) => ask(`put ${key} ${form.title}${isLast ? " last" : ""}`),
    forget: (key) => ask(`delete ${key}`),
    onState: (state) => states.push(state),
  });
  const answer = async (result: ApiResult<unknown> = ok) => {
    waiting.shift()?.(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { courier, asked, states, answer };
}

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("drafts on their way to the server", () => {
  it("go a moment after the first change, with what came in that moment", async () => {
    const { courier, asked, states, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE - 100);
    courier.take(work("AB"));
    expect(asked).toEqual([]);
    await pass(100);
    expect(asked).toEqual(["put k AB"]);
    await answer();
    expect(states).toEqual(["kept"]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
  });

  it("go one at a time, and the latest wins", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    for (const title of ["B", "C", "D"]) {
      courier.take(work(title));
      await pass(PAUSE);
    }
    expect(asked).toEqual(["put k A"]);
    await answer();
    await pass(PAUSE);
    expect(asked).toEqual(["put k A", "put k D"]);
  });

  it("are tried again by themselves, ever less often, and at once when the network is back", async () => {
    const { courier, asked, states, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    await answer(failure(0));
    expect(states).toEqual(["unreachable"]);
    await pass(1_000);
    expect(asked).toHaveLength(2);
    courier.take(work("B"));
    await answer(failure(503));
    await pass(1_900);
    expect(asked).toHaveLength(2);
    courier.retry();
    await pass(0);
    expect(asked).toEqual(["put k A", "put k A", "put k B"]);
    await answer();
    expect(states.at(-1)).toBe("kept");
    await pass(60_000);
    expect(asked).toHaveLength(3);
  });

  it("wait for the reader's return when the session has ended", async () => {
    const { courier, asked, states, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    await answer(failure(401));
    expect(states).toEqual(["signed-out"]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    courier.take(work("B"));
    await pass(PAUSE);
    expect(asked).toHaveLength(1);
    courier.retry();
    await pass(0);
    expect(asked.at(-1)).toBe("put k B");
    await answer();
    expect(states.at(-1)).toBe("kept");
  });

  it("are not pressed upon a server that refuses them", async () => {
    const { courier, asked, states, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    await answer(failure(404));
    expect(states).toEqual(["refused"]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    courier.take(work("B"));
    await pass(PAUSE);
    expect(asked).toHaveLength(2);
  });

  it("are taken back once nothing is unsaved, after what is under way", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    courier.take(work("B"));
    courier.clear();
    await pass(PAUSE);
    expect(asked).toEqual(["put k A"]);
    await answer();
    await pass(PAUSE);
    expect(asked).toEqual(["put k A", "delete k"]);
    courier.take(work("C"));
    await pass(PAUSE);
    expect(asked).toHaveLength(2);
    await answer();
    expect(asked.at(-1)).toBe("put k C");
  });

  it("stay taken back when what was under way fails", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    courier.clear();
    await answer(failure(503));
    await pass(60_000);
    expect(asked).toEqual(["put k A", "delete k"]);
  });

  it("stay taken back when the last try before the page is left fails", async () => {
    const { courier, asked, states, answer } = setUp();
    courier.take(work("A"));
    courier.hurry();
    courier.clear();
    await pass(0);
    // The one must not overtake the other.
    expect(asked).toEqual(["put k A last"]);
    await answer(failure(503));
    await answer();
    await pass(60_000);
    expect(asked).toEqual(["put k A last", "delete k"]);
    expect(states).toEqual([]);
  });

  it("are not sent once more when they were cleared before the page is left", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("A"));
    await pass(PAUSE);
    courier.clear();
    courier.hurry();
    await answer();
    expect(asked).toEqual(["put k A", "delete k"]);
  });

  it("are tried again although something else was taken and cleared meanwhile", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("Aside", "aside"));
    courier.hurry();
    courier.take(work("B", "k"));
    courier.clear();
    await answer(failure(503));
    await pass(60_000);
    expect(asked).toEqual(["put aside Aside last", "put aside Aside"]);
  });

  it("ask nothing to be taken back that was never sent", async () => {
    const { courier, asked } = setUp();
    courier.take(work("A"));
    courier.clear();
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it("take the place of older work only once they are kept themselves", async () => {
    const { courier, asked, answer } = setUp();
    courier.replace("old");
    courier.take(work("A"));
    await pass(PAUSE);
    await answer(failure(0));
    await pass(1_000);
    expect(asked).toEqual(["put k A", "put k A"]);
    await answer();
    expect(asked.at(-1)).toBe("delete old");
  });

  it("leave what was set aside where it is when the rest is cleared", async () => {
    const { courier, asked, answer } = setUp();
    courier.take(work("Aside", "aside"));
    courier.hurry();
    courier.take(work("B", "k"));
    await pass(PAUSE);
    await answer();
    await answer();
    courier.clear();
    await pass(PAUSE);
    expect(asked).toEqual(["put aside Aside last", "put k B", "delete k"]);
  });

  it("go at once when the page may be left, and nothing goes twice", async () => {
    const { courier, asked, answer } = setUp();
    courier.hurry();
    courier.take(work("A"));
    courier.hurry();
    expect(asked).toEqual(["put k A last"]);
    await answer();
    courier.hurry();
    courier.stop();
    courier.take(work("B"));
    await pass(60_000);
    expect(asked).toHaveLength(1);
  });
});
