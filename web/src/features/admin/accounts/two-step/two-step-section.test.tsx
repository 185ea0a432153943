import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp, navigate } from "../../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../../test-support/render";
import { inGroups } from "./totp-part";
import { TwoStepSection } from "./two-step-section";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
beforeEach(() => history.replaceState(null, "", "/admin/account"));
afterEach(async () => {
  await unmount();
  fetchMock.mockReset();
  navigate.mockReset();
});

const NONE = {
  is_required: false,
  has_totp: false,
  passkeys: [],
  has_passkeys: true,
  recovery_codes: 0,
};
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const draw = (factors = NONE) =>
  render(
    <InApp url="/admin/account">
      <TwoStepSection factors={factors} />
    </InApp>,
  );
const press = (root: HTMLElement, name: string) =>
  doing(() => {
    const button = [...root.querySelectorAll("button")].find(
      ({ textContent }) => textContent === name,
    );
    button?.focus();
    button?.click();
  });
const focused = () => document.activeElement;

it("shows the recovery codes of the first factor once, and offers to end other sessions", async () => {
  fetchMock.mockResolvedValueOnce(
    answer(201, { secret: "GEZDGNBVGY", url: "otpauth://totp/a", qr_svg: "<svg/>" }),
  );
  fetchMock.mockResolvedValueOnce(answer(200, { recovery_codes: ["7k3qf-9xm2b", "00000-11111"] }));
  const root = await draw();
  await press(root, "Set up app");
  expect(root.querySelector("code")?.textContent).toBe("GEZD GNBV GY");
  expect(root.querySelector("img")?.src).toBe("data:image/svg+xml,%3Csvg%2F%3E");
  const field = root.querySelector<HTMLInputElement>("input[name=code]");
  if (field) field.value = "123456";
  await press(root, "Turn on");
  await doing(() => {});
  expect(fetchMock.mock.calls[1]?.[1]?.body).toBe('{"code":"123456"}');
  const codes = [...root.querySelectorAll(".recovery-codes li")].map((item) => item.textContent);
  expect(codes).toEqual(["7k3qf-9xm2b", "00000-11111"]);
  expect(root.textContent).toContain("Sign out other sessions");
  expect(navigate).toHaveBeenCalledWith("/admin/account", { replace: true, keepScroll: true });
  await press(root, "I have saved them");
  expect(root.textContent).not.toContain("7k3qf-9xm2b");
  expect(focused()?.textContent).toBe("Two-step sign-in");

  fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }));
  navigate.mockClear();
  await press(root, "Sign out other sessions");
  await doing(() => {});
  // The list of sessions is on the same page.
  expect(navigate).toHaveBeenCalledOnce();
  expect(root.textContent).not.toContain("Sign out other sessions");
  expect(focused()?.textContent).toBe("Two-step sign-in");
});

it("keeps the setup when the code is wrong", async () => {
  fetchMock.mockResolvedValueOnce(answer(201, { secret: "A", url: "", qr_svg: "<svg/>" }));
  const fields = { code: "This code is wrong." };
  fetchMock.mockResolvedValueOnce(
    answer(422, { error: { code: "invalid", message: "This code is wrong.", fields } }),
  );
  const root = await draw();
  await press(root, "Set up app");
  const field = root.querySelector<HTMLInputElement>("input[name=code]");
  if (field) field.value = "000000";
  await press(root, "Turn on");
  await doing(() => {});
  expect(root.querySelector(".field-error")?.textContent).toContain("This code is wrong.");
  expect(root.querySelector("img")).not.toBeNull();
  expect(navigate).not.toHaveBeenCalled();
});

it("moves the focus into the form that a button opens, and back to its heading", async () => {
  fetchMock.mockResolvedValueOnce(answer(201, { secret: "A", url: "", qr_svg: "<svg/>" }));
  const root = await draw();
  await press(root, "Set up app");
  expect(focused()?.textContent).toBe("Scan the code with your app");
  await press(root, "Cancel");
  expect(focused()?.textContent).toBe("Authenticator app");

  await press(root, "Add passkey");
  expect(focused()).toBe(root.querySelector("[name=name]"));
  await press(root, "Cancel");
  expect(focused()?.textContent).toBe("Passkeys");
});

it("says why there are no passkeys, and that staff need a factor", async () => {
  const root = await draw({ ...NONE, has_passkeys: false, is_required: true });
  expect(root.textContent).toContain("Passkeys need a host name, but");
  expect(root.textContent).toContain("Staff must use two-step sign-in.");
  expect(root.textContent).not.toContain("Add passkey");
});

it("shows a key in groups", () => {
  expect(inGroups("ABCDEFGH")).toBe("ABCD EFGH");
  expect(inGroups("ABCDE")).toBe("ABCD E");
});

it("no longer shows recovery codes once the last factor is removed", async () => {
  fetchMock.mockResolvedValueOnce(
    answer(201, { secret: "GEZD", url: "otpauth://totp/a", qr_svg: "<svg/>" }),
  );
  fetchMock.mockResolvedValueOnce(answer(200, { recovery_codes: ["7k3qf-9xm2b"] }));
  const root = await draw();
  await press(root, "Set up app");
  const field = root.querySelector<HTMLInputElement>("input[name=code]");
  if (field) field.value = "123456";
  await press(root, "Turn on");
  await doing(() => {});
  const shown = (has_totp: boolean) => (
    <InApp url="/admin/account">
      <TwoStepSection factors={{ ...NONE, has_totp, recovery_codes: has_totp ? 1 : 0 }} />
    </InApp>
  );
  await rerender(shown(true));
  expect(root.querySelector(".recovery-codes")).not.toBeNull();
  await rerender(shown(false));
  expect(root.querySelector(".recovery-codes")).toBeNull();
});
