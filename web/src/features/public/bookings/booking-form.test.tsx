import { afterEach, expect, it, vi } from "vitest";
import { BOOKING } from "../../../content/booking";
import type { Availability } from "../../../generated/api";
import { AppProvider } from "../../../lib/site-context";
import { site } from "../../../test-support/fixtures";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { toast } from "../../../ui/overlay/toast-store";
import { forgetUnsent } from "../forms/unsent-values";
import { BookingForm } from "./booking-form";

vi.mock("../../../ui/overlay/toast-store", () => ({ toast: vi.fn() }));

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(async () => {
  await unmount();
  fetchMock.mockReset();
  vi.mocked(toast).mockReset();
  sessionStorage.clear();
  forgetUnsent("booking");
});

const slot = { start: "2026-11-25T14:00:00Z", end: "2026-11-25T14:20:00Z" };
const given: Availability = {
  time_zone: "Europe/London",
  slots: [{ ...slot, date: "2026-11-25", time: "14:00" }],
};

const form = (isShown: boolean, availability: Availability | null) => (
  <AppProvider value={{ site, url: "/contact", navigate: vi.fn(), form: null }}>
    <BookingForm isShown={isShown} availability={availability} />
  </AppProvider>
);
const draw = async (isShown: boolean, availability: Availability | null = null) => {
  const root = await render(form(isShown, availability));
  await doing(() => {});
  return root;
};
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

it("fetches free times only once the form is visible", async () => {
  const root = await draw(false);
  expect(fetchMock).not.toHaveBeenCalled();
  expect(root.querySelector("form")).toBeNull();
});

it("fetches every day that may be offered, and shows times in the site's zone", async () => {
  fetchMock.mockResolvedValue(answer(200, { time_zone: "Europe/London", slots: [slot] }));
  const root = await draw(true);
  await doing(() => {});
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/availability?days=31");
  expect(root.textContent).toContain("Choose a time on Wednesday 25 November");
  expect(root.querySelector("label.slot")?.textContent).toContain("14:00");
});

it("uses the page's free times without fetching them, and fills in the carried message", async () => {
  sessionStorage.setItem("plan-message", "My plan");
  const root = await draw(true, given);
  expect(fetchMock).not.toHaveBeenCalled();
  expect(root.querySelector("textarea")?.value).toBe("My plan");
});

it("does not fill in again what the visitor has deleted", async () => {
  sessionStorage.setItem("plan-message", "My plan");
  const message = (await draw(true, given)).querySelector("textarea");
  if (message) message.value = "";
  await rerender(form(false, given));
  await rerender(form(true, given));
  expect(message?.value).toBe("");
});

it("shows an address to write to if the calendar cannot be reached, and retries", async () => {
  fetchMock.mockResolvedValueOnce(answer(404, { error: { code: "not_found", message: "" } }));
  const root = await draw(true);
  await doing(() => {});
  expect(root.textContent).toContain("Booking is temporarily unavailable.");
  expect(root.querySelector(`a[href="mailto:${site.contact_email}"]`)).not.toBeNull();
  const retry = root.querySelector("button");
  retry?.focus();
  let arrive = (_: Response) => {};
  fetchMock.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  await doing(() => retry?.click());
  expect(retry?.getAttribute("aria-busy")).toBe("true");
  await doing(() => arrive(answer(503, { error: { code: "unavailable", message: "" } })));
  expect(document.activeElement, "still there for another try").toBe(retry);
  fetchMock.mockResolvedValueOnce(answer(200, { time_zone: "Europe/London", slots: [slot] }));
  await doing(() => retry?.click());
  await doing(() => {});
  expect(root.querySelector("form")).not.toBeNull();
  expect(document.activeElement).toBe(root.querySelector("button.day"));
});

it("no longer asks for a time once one is chosen", async () => {
  const root = await draw(true, given);
  await doing(() => root.querySelector("form")?.requestSubmit());
  expect(root.textContent).toContain("Please choose a time");
  await doing(() => root.querySelector<HTMLInputElement>("input[type=radio]")?.click());
  expect(root.textContent).not.toContain("Please choose a time");
  expect(root.querySelector("input[type=radio][aria-invalid]")).toBeNull();
});

it("focuses the times of the current day if none is chosen", async () => {
  const root = await draw(true, {
    ...given,
    slots: [
      ...given.slots,
      { ...slot, start: "2026-11-26T14:00:00Z", date: "2026-11-26", time: "14:00" },
    ],
  });
  await doing(() => root.querySelectorAll<HTMLButtonElement>("button.day")[1]?.click());
  await doing(() => root.querySelector("form")?.requestSubmit());
  expect(document.activeElement).toHaveProperty("value", "2026-11-26T14:00:00Z");
  // Without JavaScript every day is shown, and the message describes each.
  expect(root.querySelectorAll("fieldset[aria-describedby]")).toHaveLength(2);
});

/** Chooses the only time, fills in the form and submits it. */
async function sendForm(): Promise<HTMLElement> {
  const root = await draw(true, given);
  await doing(() => root.querySelector<HTMLInputElement>("input[type=radio]")?.click());
  const fill = (name: string, value: string) => {
    const input = root.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (input) input.value = value;
  };
  fill("name", "Anna Example");
  fill("email", "anna@example.org");
  await doing(() => root.querySelector("form")?.requestSubmit());
  await doing(() => {});
  return root;
}

it("says to follow the link in the email while the call is held", async () => {
  const call = { id: "1", ...slot, manage_url: "/bookings/x" };
  fetchMock.mockResolvedValueOnce(answer(201, { ...call, held_until: "2026-11-21T09:40:00Z" }));
  const root = await sendForm();
  expect(root.querySelector("h3")?.textContent).toBe("Please confirm");
  expect(root.textContent).toContain("Follow the link within ten minutes");
  // Only a confirmed call can be moved.
  expect(root.textContent).not.toContain("Move or cancel this call");
  await unmount();
  fetchMock.mockResolvedValueOnce(answer(201, call));
  const booked = await sendForm();
  expect(booked.querySelector("h3")?.textContent).toBe("You are booked");
  expect(booked.textContent).toContain("Move or cancel this call");
  fetchMock.mockResolvedValueOnce(answer(200, { time_zone: "Europe/London", slots: [slot] }));
  await doing(() => booked.querySelector("button")?.click());
  expect(document.activeElement).toBe(booked.querySelector("button.day"));
});

it("reports a time that was taken to a visitor who has left the form", async () => {
  let arrive = (_: Response) => {};
  fetchMock.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  fetchMock.mockResolvedValueOnce(answer(200, given));
  await sendForm();
  await unmount();
  await doing(() =>
    arrive(answer(409, { error: { code: "slot_taken", message: "This time was just taken." } })),
  );
  await doing(() => {});
  expect(toast).toHaveBeenCalledExactlyOnceWith(
    "error",
    BOOKING.failure,
    "This time was just taken.",
  );
});

it("keeps the focus on the chosen time during booking, and accepts no other", async () => {
  const later = { start: "2026-11-25T15:00:00Z", end: "2026-11-25T15:20:00Z" };
  let arrive = (_: Response) => {};
  fetchMock.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const root = await draw(true, {
    ...given,
    slots: [...given.slots, { ...later, date: "2026-11-25", time: "15:00" }],
  });
  const times = () => [...root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  await doing(() => times()[0]?.click());
  for (const [name, value] of [
    ["name", "Anna Example"],
    ["email", "anna@example.org"],
  ]) {
    const input = root.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (input && value) input.value = value;
  }
  times()[0]?.focus();
  await doing(() => root.querySelector("form")?.requestSubmit());
  // A disabled radio button would lose the focus.
  expect(times()[0]?.matches(":disabled")).toBe(false);
  await doing(() => times()[1]?.click());
  expect(times().map(({ checked }) => checked)).toEqual([true, false]);
  await doing(() => arrive(answer(500, { error: { code: "internal", message: "" } })));
  await doing(() => times()[1]?.click());
  expect(times().map(({ checked }) => checked)).toEqual([false, true]);
});

it("keeps the chosen time if the address has too many calls, with the message at its field", async () => {
  const message = "You already have three calls booked with this email address.";
  const fields = { email: message };
  fetchMock.mockResolvedValue(answer(409, { error: { code: "too_many_open", message, fields } }));
  const root = await sendForm();
  expect(root.querySelector<HTMLInputElement>("input[type=radio]")?.checked).toBe(true);
  expect(root.textContent).toContain(message);
  expect(root.textContent).not.toContain("That time has just been taken");
});

it("asks only for another time if the chosen one is taken", async () => {
  const left = { start: "2026-11-25T15:00:00Z", end: "2026-11-25T15:20:00Z" };
  const free = { time_zone: "Europe/London", slots: [left] };
  fetchMock.mockImplementation(async (url) =>
    `${url}`.startsWith("/api/availability")
      ? answer(200, free)
      : answer(409, { error: { code: "slot_taken", message: "" } }),
  );
  const root = await sendForm();
  const times = () => [...root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  expect(root.textContent).toContain("That time has just been taken");
  expect(times().map(({ value, checked }) => [value, checked])).toEqual([[left.start, false]]);
  expect(document.activeElement).toBe(times()[0]);
  await doing(() => times()[0]?.click());
  // The announcement to screen readers may still be in the document.
  expect(root.querySelector(".field-error")).toBeNull();
});

it("says that the visitor has the time already", async () => {
  const message = "You've already booked this time.";
  fetchMock.mockImplementation(async (url) =>
    `${url}`.startsWith("/api/availability")
      ? answer(200, { time_zone: "Europe/London", slots: [slot] })
      : answer(409, { error: { code: "slot_taken", message, fields: { start: message } } }),
  );
  const root = await sendForm();
  expect(root.textContent).toContain(message);
  expect(root.textContent).not.toContain("That time has just been taken");
});

it("keeps what was typed when the last time is taken, and says so in place of the times", async () => {
  fetchMock.mockImplementation(async (url) =>
    `${url}`.startsWith("/api/availability")
      ? answer(200, { time_zone: "Europe/London", slots: [] })
      : answer(409, { error: { code: "slot_taken", message: "" } }),
  );
  const root = await sendForm();
  const alert = root.querySelector('[role="alert"]');
  expect(alert?.textContent).toContain("We're fully booked at the moment.");
  expect(document.activeElement).toBe(alert);
  expect(root.querySelector<HTMLInputElement>("input[name=name]")?.value).toBe("Anna Example");
  expect(root.querySelector("input[type=radio], [type=submit]")).toBeNull();
});
