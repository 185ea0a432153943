import { afterEach, expect, it, vi } from "vitest";
import type { MailRecord } from "../../../generated/api";
import { AppProvider } from "../../../lib/site-context";
import { site } from "../../../test-support/fixtures";
import { failedMail } from "../../../test-support/mails";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { MailList } from "./mail-list";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(async () => {
  await unmount();
  dismissToast();
});

const failed = (id: string, kind: string): MailRecord => ({
  ...failedMail,
  id,
  kind,
});

it("retries one of several emails, each by a button with its name", async () => {
  let answer = (_: Response) => {};
  fetchMock.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const root = await render(
    <AppProvider value={{ site, url: "/admin/bookings", navigate: () => {}, form: null }}>
      <MailList
        mails={[failed("a", "visitor-booking"), failed("b", "booking"), failed("c", "booking")]}
      />
    </AppProvider>,
  );
  const buttons = [...root.querySelectorAll("button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Retry now: Confirmation to the visitor",
    "Retry now: Email to us",
    "Retry now: Email to us, 2",
  ]);
  const states = () =>
    buttons.map((one) => (one.disabled ? "disabled" : one.getAttribute("aria-busy")));
  await doing(() => buttons[1]?.click());
  expect(states()).toEqual(["disabled", "true", "disabled"]);
  await doing(() => answer(new Response(null, { status: 204 })));
  await doing(() => {});
  expect(states()).toEqual([null, null, null]);
});
