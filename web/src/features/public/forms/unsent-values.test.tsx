import { afterEach, expect, it, vi } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { BookingForm } from "../bookings/booking-form";
import { ContactForm } from "../contact/contact-form";
import { carryMessage, clearCarried } from "../tools/carried-message";
import { forgetUnsent } from "./unsent-values";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  clearCarried("contact");
  forgetUnsent("contact");
  forgetUnsent("booking");
});

const TYPED = { name: "Priya Raman", email: "priya@example.com", message: "Where would you look?" };

async function drawContact() {
  const view = await render(
    <InApp url="/contact">
      <ContactForm />
    </InApp>,
  );
  const field = (name: string) => view.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const values = () => Object.keys(TYPED).map((name) => field(name)?.value);
  const fill = () =>
    doing(() => {
      for (const [name, text] of Object.entries(TYPED)) type(field(name), text);
    });
  const submit = () => doing(() => view.querySelector("form")?.requestSubmit());
  return { values, fill, submit };
}

it("fills in what was typed before another page was visited, until it is sent", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: null }));
  await (await drawContact()).fill();
  await unmount();
  const { values, submit } = await drawContact();
  expect(values()).toEqual(Object.values(TYPED));
  await submit();
  await vi.waitFor(() => expect(values()).toEqual(["", "", ""]));
  await unmount();
  expect((await drawContact()).values()).toEqual(["", "", ""]);
});

it("forgets what was sent while another page was visited, unless it was refused", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const sendAndLeave = async (response: Response) => {
    const { fill, submit } = await drawContact();
    await fill();
    await submit();
    await unmount();
    await doing(() => answer(response));
    await vi.waitFor(() => expect(useToast.getState()).not.toBeNull());
    dismissToast();
    return (await drawContact()).values();
  };
  const refused = { error: { code: "internal", message: "" } };
  expect(await sendAndLeave(Response.json(refused, { status: 500 }))).toEqual(Object.values(TYPED));
  await unmount();
  expect(await sendAndLeave(Response.json({ error: null }))).toEqual(["", "", ""]);
});

it("has the latest answers of the tools beside what was typed", async () => {
  const shown = async (answers: string | null) => {
    carryMessage("plan", answers);
    const [, , message] = (await drawContact()).values();
    return message;
  };
  expect(await shown("Plan A, $& and all")).toBe("Plan A, $& and all");
  expect(await shown("Plan B, $& more")).toBe("Plan B, $& more");
  expect(await shown(null)).toBe("");

  await (await drawContact()).fill();
  expect(await shown("Plan A")).toBe(`${TYPED.message}\n\nPlan A`);
  expect(await shown("Plan A")).toBe(`${TYPED.message}\n\nPlan A`);
  expect(await shown(null)).toBe(TYPED.message);
});

it("does not ask twice with the answers that another form has sent", async () => {
  carryMessage("plan", "Plan A");
  expect((await drawContact()).values()).toContain("Plan A");
  await unmount();
  clearCarried("booking");
  expect((await drawContact()).values()).toEqual(["", "", ""]);
  await unmount();
  carryMessage("plan", "Plan A");
  expect((await drawContact()).values()).toContain("Plan A");
});

it("keeps the chosen time of a call, which is asked for again if it is no longer free", async () => {
  const slot = (hour: number) => ({
    start: `2026-11-25T${hour}:00:00Z`,
    end: `2026-11-25T${hour}:20:00Z`,
    date: "2026-11-25",
    time: `${hour}:00`,
  });
  const draw = async (hours: number[]) => {
    const view = await render(
      <InApp url="/contact">
        <BookingForm
          isShown
          availability={{ time_zone: "Europe/London", slots: hours.map(slot) }}
        />
      </InApp>,
    );
    const chosen = () => view.querySelector<HTMLInputElement>("[name=start]:checked")?.value;
    return { view, chosen };
  };
  const { view } = await draw([14, 15]);
  await doing(() => view.querySelectorAll<HTMLInputElement>("[name=start]")[1]?.click());
  await unmount();
  expect((await draw([14, 15])).chosen()).toBe(slot(15).start);
  await unmount();
  const taken = await draw([14]);
  expect(taken.chosen()).toBeUndefined();
  await doing(() => taken.view.querySelector("form")?.requestSubmit());
  expect(taken.view.querySelector("[name=start]")?.getAttribute("aria-invalid")).toBe("true");
});
