import { afterEach, describe, expect, it, vi } from "vitest";
import { MANAGE } from "../../../content/manage-booking";
import { useNavigation } from "../../../lib/navigation-state";
import { AppProvider } from "../../../lib/site-context";
import { booking as madeBooking, slot } from "../../../test-support/bookings";
import { site } from "../../../test-support/fixtures";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { ManageBooking } from "./manage-booking";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
const navigate = vi.fn();
afterEach(async () => {
  await unmount();
  fetchMock.mockReset();
  navigate.mockReset();
  useNavigation.setState({ pending: null });
  dismissToast();
});

const booking = { ...madeBooking, token: "se/cret" };
const availability = {
  time_zone: "Europe/London",
  slots: [slot("2026-11-25", "09:30"), slot("2026-11-26", "14:00")],
};

const draw = () =>
  render(
    <AppProvider value={{ site, url: "/bookings/secret", navigate, form: null }}>
      <ManageBooking booking={booking} availability={availability} />
    </AppProvider>,
  );
const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });
const radio = (root: HTMLElement, start: string) =>
  root.querySelector<HTMLInputElement>(`[type=radio][value="${start}"]`);
const press = async (root: HTMLElement, name: string) => {
  const button = [...root.querySelectorAll("button")].find((one) => one.textContent === name);
  await doing(() => button?.click());
  await doing(() => {});
};

describe("moving a call", () => {
  it("requires a time", async () => {
    const root = await draw();
    await press(root, "Move my call");
    expect(root.textContent).toContain("Please choose a time");
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("focuses the times of the current day if none is chosen, then removes the message", async () => {
    fetchMock.mockResolvedValue(answer(200, {}));
    const root = await draw();
    await doing(() => root.querySelectorAll<HTMLButtonElement>("button.day")[1]?.click());
    await press(root, "Move my call");
    const shown = radio(root, "2026-11-26T14:00:00Z");
    expect(document.activeElement).toBe(shown);
    expect([...root.querySelectorAll("input[aria-invalid]")]).toEqual([shown]);
    await doing(() => shown?.click());
    expect(root.textContent).not.toContain("Please choose a time");
    await press(root, "Move my call");
    expect(fetchMock).toHaveBeenCalledOnce();
    expect(root.textContent).not.toContain("Please choose a time");
  });

  it("sends the new start and shows the server's response", async () => {
    fetchMock.mockResolvedValue(answer(200, {}));
    const root = await draw();
    await doing(() => radio(root, "2026-11-26T14:00:00Z")?.click());
    await press(root, "Move my call");
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/bookings/se%2Fcret");
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
      method: "PATCH",
      body: '{"start":"2026-11-26T14:00:00Z"}',
    });
    expect(useToast.getState()).toMatchObject({
      kind: "success",
      title: "Your call has been moved.",
    });
    expect(navigate).toHaveBeenCalledWith("/bookings/secret", { replace: true, keepScroll: true });
  });

  it("says that the time is taken, and fetches the remaining times", async () => {
    fetchMock.mockResolvedValue(answer(409, { error: { code: "slot_taken", message: "" } }));
    const root = await draw();
    await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
    await press(root, "Move my call");
    expect(root.textContent).toContain("That time has just been taken.");
    expect(radio(root, "2026-11-25T09:30:00Z")).toBeNull();
    expect(document.activeElement).toBe(radio(root, "2026-11-26T14:00:00Z"));
    expect(navigate).toHaveBeenCalled();
  });

  it("shows the server's message that the call was moved too often, and keeps the times", async () => {
    const message = "You've moved this call too often.";
    fetchMock.mockResolvedValue(answer(409, { error: { code: "too_many_changes", message } }));
    const root = await draw();
    await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
    await press(root, "Move my call");
    expect(useToast.getState()).toMatchObject({ title: MANAGE.failure, text: message });
    expect(radio(root, "2026-11-25T09:30:00Z")?.checked).toBe(true);
  });

  it("shows the server's message that the call is over, and reloads the page", async () => {
    const message = "This call has been cancelled. Please book another.";
    fetchMock.mockResolvedValue(answer(410, { error: { code: "booking_cancelled", message } }));
    const root = await draw();
    await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
    await press(root, "Move my call");
    expect(useToast.getState()).toMatchObject({ kind: "error", title: message });
    expect(navigate).toHaveBeenCalledWith("/bookings/secret", { replace: true, keepScroll: false });
  });

  it("keeps the choice if the server cannot be reached", async () => {
    fetchMock.mockRejectedValue(new TypeError("offline"));
    const root = await draw();
    await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
    await press(root, "Move my call");
    expect(useToast.getState()?.kind).toBe("error");
    expect(radio(root, "2026-11-25T09:30:00Z")?.checked).toBe(true);
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe("cancelling a call", () => {
  it("takes two steps, of which only the second makes a call", async () => {
    fetchMock.mockResolvedValue(answer(204));
    const root = await draw();
    await doing(() => root.querySelector("summary")?.click());
    expect(fetchMock).not.toHaveBeenCalled();
    await press(root, "Yes, cancel my call");
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: "DELETE" });
    expect(useToast.getState()?.title).toBe("Your call has been cancelled.");
    expect(navigate).toHaveBeenCalledWith("/bookings/secret", { replace: true, keepScroll: false });
  });
});

describe("a page that was opened meanwhile", () => {
  const over = "This call has been cancelled. Please book another.";
  const leaving = {
    "has replaced this one": unmount,
    "is still loading": async () => useNavigation.setState({ pending: "/about" }),
  };
  const answers = [
    { status: 200, error: undefined, title: "Your call has been moved." },
    { status: 409, error: { code: "slot_taken", message: "" }, title: MANAGE.failure },
    { status: 410, error: { code: "booking_cancelled", message: over }, title: over },
  ];
  for (const [when, leave] of Object.entries(leaving)) {
    it.each(answers)(`stays when it ${when}: $status`, async ({ status, error, title }) => {
      let settle = (_: Response) => {};
      fetchMock.mockReturnValue(new Promise((resolve) => (settle = resolve)));
      const root = await draw();
      await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
      await press(root, "Move my call");
      await leave();
      await doing(() => settle(answer(status, { error })));
      await vi.waitFor(() => expect(useToast.getState()?.title).toBe(title));
      expect(navigate).not.toHaveBeenCalled();
    });
  }

  it("stays when a call was cancelled", async () => {
    let settle = (_: Response) => {};
    fetchMock.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    const root = await draw();
    await press(root, "Yes, cancel my call");
    await unmount();
    await doing(() => settle(answer(204)));
    await vi.waitFor(() =>
      expect(useToast.getState()?.title).toBe("Your call has been cancelled."),
    );
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe("the days", () => {
  it("show the times of one day at a time", async () => {
    const root = await draw();
    const shown = () =>
      [...root.querySelectorAll("fieldset[data-shown]")].map((day) => day.textContent);
    expect(shown()).toHaveLength(1);
    expect(shown()[0]).toContain("Wednesday 25 November");
    const thursday = [...root.querySelectorAll<HTMLElement>("button[aria-pressed]")][1];
    await doing(() => thursday?.click());
    expect(thursday?.getAttribute("aria-pressed")).toBe("true");
    expect(shown()[0]).toContain("Thursday 26 November");
  });

  it("are separate radio groups after hydration, so that the keyboard reaches each", async () => {
    const root = await draw();
    await doing(() => radio(root, "2026-11-25T09:30:00Z")?.click());
    await doing(() => root.querySelectorAll<HTMLButtonElement>("button.day")[1]?.click());
    const named = [...root.querySelectorAll<HTMLInputElement>("[type=radio][name=start]")];
    expect(named.map(({ value }) => value)).toEqual(["2026-11-26T14:00:00Z"]);
    const form = named[0]?.form as HTMLFormElement;
    expect(new FormData(form).get("start"), "the chosen time").toBe("2026-11-25T09:30:00Z");
    expect(radio(root, "2026-11-25T09:30:00Z")?.checked).toBe(true);
  });
});
