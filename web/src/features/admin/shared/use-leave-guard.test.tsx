import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LEAVING } from "../../../lib/leaving";
import { NAVIGATION_FAILED } from "../../../lib/navigation-error";
import { doing, render, unmount } from "../../../test-support/render";
import { useLeaveGuard } from "./use-leave-guard";

function Form({ isDirty }: { isDirty: boolean }) {
  useLeaveGuard(isDirty);
  return (
    <>
      <a href="/admin/blog">Back</a>
      <a href="#media">Media</a>
      <button type="button" data-leave="">
        Logout
      </button>
    </>
  );
}

/** Clicks an element. Returns whether the click reached the document. */
async function click(selector: string): Promise<boolean> {
  let came = false;
  const listener = (event: Event) => {
    came = true;
    event.preventDefault();
  };
  document.addEventListener("click", listener);
  await doing(() => document.querySelector<HTMLElement>(selector)?.click());
  document.removeEventListener("click", listener);
  return came;
}

const confirm = vi.fn<() => boolean>();
beforeEach(() => {
  history.replaceState({ key: "k" }, "", "/admin/blog/new");
  vi.stubGlobal("confirm", confirm);
  confirm.mockReset();
});
afterEach(unmount);

describe("leaving with unsaved changes", () => {
  it("asks, and stays if the answer is no", async () => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(false);
    expect(await click('[href="/admin/blog"]')).toBe(false);
    expect(await click("[data-leave]")).toBe(false);
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it("continues after a yes, and does not ask again for a full page load", async () => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(true);
    expect(await click('[href="/admin/blog"]')).toBe(true);
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
  });

  it("does not ask for a fragment of the same page", async () => {
    await render(<Form isDirty />);
    expect(await click('[href="#media"]')).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
  });

  it("restores the address when a history step is refused", async () => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(false);
    history.replaceState(null, "", "/admin/blog");
    expect(window.dispatchEvent(new Event(LEAVING, { cancelable: true }))).toBe(false);
    expect(location.pathname).toBe("/admin/blog/new");
    expect(history.state).toEqual({ key: "k" });
  });

  it("asks once if several forms have changes", async () => {
    await render(
      <>
        <Form isDirty />
        <Form isDirty />
      </>,
    );
    confirm.mockReturnValueOnce(false).mockReturnValue(true);
    expect(await click('[href="/admin/blog"]')).toBe(false);
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(await click('[href="/admin/blog"]')).toBe(true);
    expect(confirm).toHaveBeenCalledTimes(2);
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
  });

  const unload = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented ? "asks" : "leaves";
  };

  it("asks again if the form is still there after a visit", async () => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(true);
    await click('[href="/admin/blog"]');
    expect(unload()).toBe("leaves");
    history.replaceState({ key: "l" }, "", "/admin/enquiries?status=new");
    window.dispatchEvent(new Event("app:navigated"));
    expect(unload()).toBe("asks");

    confirm.mockReturnValue(false);
    history.replaceState(null, "", "/admin/enquiries");
    window.dispatchEvent(new Event(LEAVING, { cancelable: true }));
    expect(location.search).toBe("?status=new");
    expect(history.state).toEqual({ key: "l" });
  });

  it("asks again after a control that may keep the page", async () => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(true);
    expect(await click("[data-leave]")).toBe(true);
    expect(unload()).toBe("asks");
  });

  it.each([
    ["asks", true],
    ["leaves", false],
  ])("%s after a failed visit, if the page stays: %s", async (outcome, stays) => {
    await render(<Form isDirty />);
    confirm.mockReturnValue(true);
    await click('[href="/admin/blog"]');
    const failed = new Event(NAVIGATION_FAILED, { cancelable: true });
    if (stays)
      window.addEventListener(NAVIGATION_FAILED, (event) => event.preventDefault(), { once: true });
    window.dispatchEvent(failed);
    await Promise.resolve();
    expect(unload()).toBe(outcome);
  });

  it("does not ask if nothing was changed", async () => {
    await render(<Form isDirty={false} />);
    expect(await click('[href="/admin/blog"]')).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    const unload = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(false);
  });
});
