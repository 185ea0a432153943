import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../test-support/render";
import { dismissToast, useToast } from "../overlay/toast-store";
import { importChunk, useChunk } from "./use-chunk";

afterEach(async () => {
  await unmount();
  dismissToast();
});

const NOT_LOADED = {
  kind: "error",
  title: "This part could not be loaded",
  text: "Please try again.",
};

it("returns the module, without a toast", async () => {
  expect(await importChunk(async () => "code")).toBe("code");
  expect(useToast.getState()).toBeNull();
});

it("returns null for a chunk that cannot be loaded, with a toast unless it was not requested", async () => {
  const fails = () => Promise.reject(new Error("offline"));
  expect(await importChunk(fails, null)).toBeNull();
  expect(useToast.getState()).toBeNull();
  expect(await importChunk(fails)).toBeNull();
  expect(useToast.getState()).toMatchObject(NOT_LOADED);
});

/** A button that opens a panel, whose code is loaded by `load`. */
function Opener({ load }: { load: () => Promise<string> }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useChunk(isOpen, load, () => setOpen(false));
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen && panel}
    </button>
  );
}

it("loads nothing until it is wanted, and then only once", async () => {
  const load = vi.fn(async () => "panel");
  const button = (await render(<Opener load={load} />)).querySelector("button");
  expect(load).not.toHaveBeenCalled();
  await doing(() => button?.click());
  expect(button?.textContent).toBe("panel");
  await doing(() => button?.click());
  await doing(() => button?.click());
  expect(button?.textContent).toBe("panel");
  expect(load).toHaveBeenCalledTimes(1);
});

it("enables the button again with a message after a failure, and can retry", async () => {
  const load = vi.fn(async () => "panel").mockRejectedValueOnce(new Error("offline"));
  const button = (await render(<Opener load={load} />)).querySelector("button");
  await doing(() => button?.click());
  expect(button?.getAttribute("aria-expanded")).toBe("false");
  expect(useToast.getState()).toMatchObject(NOT_LOADED);
  await doing(() => button?.click());
  expect(button?.textContent).toBe("panel");
});

it("shows no message for a failure that nobody waits for", async () => {
  let fail = () => {};
  const promise = new Promise<string>((_, reject) => {
    fail = () => reject(new Error("offline"));
  });
  const load = () => promise;
  const button = (await render(<Opener load={load} />)).querySelector("button");
  await doing(() => button?.click());
  await doing(() => button?.click());
  await doing(fail);
  expect(useToast.getState()).toBeNull();
});
