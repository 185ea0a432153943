import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useIdentityRequest } from "../../features/admin/accounts/recent-sign-in";
import { settings } from "../../test-support/admin-props";
import { InApp, navigate, type } from "../../test-support/in-app";
import { doing, render, unmount } from "../../test-support/render";
import { useToast } from "../../ui/overlay/toast-store";
import AdminSettings from "./settings";

const confirmed = vi.fn<(question?: string) => boolean>();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  confirmed.mockReset().mockReturnValue(true);
  navigate.mockReset();
  history.replaceState(null, "", "/admin/settings");
  fetched.mockReset().mockImplementation(async () => {
    const { current } = settings;
    return Response.json({ version: 1, settings: { ...current.settings, strapline: "Before" } });
  });
  vi.stubGlobal("confirm", confirmed);
  vi.stubGlobal("fetch", fetched);
});
afterEach(async () => {
  await unmount();
  useToast.setState(null, true);
  vi.unstubAllGlobals();
});

async function draw() {
  const view = await render(
    <InApp url="/admin/settings">
      <AdminSettings {...settings} />
    </InApp>,
  );
  const strapline = () => view.querySelector<HTMLTextAreaElement>("[name=strapline]");
  const load = () =>
    doing(() => view.querySelector<HTMLElement>('[aria-label^="Load the version"]')?.click());
  return { view, strapline, load };
}

it("asks before a version replaces changes, and can load the same version again", async () => {
  const { strapline, load } = await draw();
  await load();
  await vi.waitFor(() => expect(strapline()?.value).toBe("Before"));
  await load();
  expect(confirmed).not.toHaveBeenCalled();
  await doing(() => type(strapline(), "Edited"));
  confirmed.mockReturnValue(false);
  await load();
  expect(confirmed).toHaveBeenCalledOnce();
  expect(strapline()?.value).toBe("Edited");
  confirmed.mockReturnValue(true);
  await load();
  await vi.waitFor(() => expect(strapline()?.value).toBe("Before"));
  expect(useToast.getState()?.title).toBe("Version loaded");
});

/** Shows the page as it is after somebody else has saved. */
let showVersion = (_: number) => {};

function Settings() {
  const [version, setVersion] = useState(settings.current.version);
  showVersion = setVersion;
  return (
    <InApp url="/admin/settings">
      <AdminSettings {...settings} current={{ ...settings.current, version }} />
    </InApp>
  );
}

const press = (view: HTMLElement, name: string) =>
  doing(() =>
    [...view.querySelectorAll("button")]
      .find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)
      ?.click(),
  );

it.each(["Add profile", "Remove profile 1"])("asks before it is left after %s", async (change) => {
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { view } = await draw();
  expect(leave()).toBe(true);
  await press(view, change);
  expect(leave()).toBe(false);
});

it("marks the profile that the server means, even after another was removed", async () => {
  const fields = { "social_profiles.1.url": "No address" };
  fetched.mockImplementation(async () =>
    Response.json({ error: { code: "validation", message: "", fields } }, { status: 422 }),
  );
  const { view } = await draw();
  await press(view, "Remove profile 1");
  await press(view, "Add profile");
  await doing(() => view.querySelector("form")?.requestSubmit());
  const wrong = () => [...view.querySelectorAll<HTMLInputElement>("[aria-invalid]")];
  await vi.waitFor(() => expect(wrong()).toHaveLength(1));
  expect(wrong()[0]?.labels?.[0]?.textContent).toBe("Address 2");
  expect(document.activeElement).toBe(wrong()[0]);
  await press(view, "Remove profile 1");
  expect(wrong()[0]?.labels?.[0]?.textContent).toBe("Address 1");
});

it("asks for a new sign-in over the form when the session has ended, then saves", async () => {
  const error = { code: "authentication_required", message: "Authentication required" };
  fetched.mockImplementation(async () => Response.json({ error }, { status: 401 }));
  const { view, strapline } = await draw();
  await doing(() => type(strapline(), "Edited"));
  await doing(() => view.querySelector("form")?.requestSubmit());
  await vi.waitFor(() => expect(useIdentityRequest.getState().request?.kind).toBe("sign-in"));
  expect(navigate).not.toHaveBeenCalled();
  expect(strapline()?.value).toBe("Edited");
  fetched.mockImplementation(async () => Response.json(settings.current));
  await doing(() => useIdentityRequest.getState().request?.answer(true));
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Settings saved."));
  expect(JSON.parse(`${fetched.mock.lastCall?.[1]?.body}`).settings.strapline).toBe("Edited");
});

it("saves what was typed over another version once the conflict has been shown", async () => {
  const error = {
    code: "edit_conflict",
    message: "Somebody else has changed these settings since you opened them",
  };
  fetched.mockImplementation(async () => Response.json({ error }, { status: 409 }));
  const view = await render(<Settings />);
  const strapline = () => view.querySelector<HTMLTextAreaElement>("[name=strapline]");
  await doing(() => type(strapline(), "Edited"));
  const save = () => doing(() => view.querySelector("form")?.requestSubmit());
  await save();
  const message = () => view.querySelector("#settings-message")?.textContent;
  await vi.waitFor(() => expect(message()).toContain(`${error.message}. Save again`));
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/settings", {
    replace: true,
    keepScroll: true,
  });
  await doing(() => showVersion(settings.current.version + 1));
  expect(strapline()?.value).toBe("Edited");
  await save();
  const sent = JSON.parse(`${fetched.mock.lastCall?.[1]?.body}`);
  expect([sent.version, sent.settings.strapline]).toEqual([settings.current.version + 1, "Edited"]);
});

it("is shown as it was saved, unless another page was opened meanwhile", async () => {
  const { view } = await draw();
  const save = async () => {
    useToast.setState(null, true);
    await doing(() => view.querySelector("form")?.requestSubmit());
    await vi.waitFor(() => expect(useToast.getState()?.title).toBe("Settings saved."));
  };
  await save();
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/admin/settings", {
    replace: true,
    keepScroll: true,
  });
  fetched.mockImplementation(async () => {
    history.replaceState(null, "", "/admin/blog/new");
    return Response.json(settings.current);
  });
  await save();
  expect(navigate).toHaveBeenCalledOnce();
});

it("neither removes nor adds a profile while it is being saved", async () => {
  let answer = (_: Response) => {};
  fetched.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { view } = await draw();
  const networks = () => view.querySelectorAll("[name$='.label']").length;
  const before = networks();
  await doing(() => view.querySelector("form")?.requestSubmit());
  for (const name of ["Add profile", "Remove profile 1"]) {
    await press(view, name);
    expect(networks()).toBe(before);
  }
  await doing(() => answer(Response.json(settings.current)));
  await press(view, "Remove profile 1");
  expect(networks()).toBe(before - 1);
});

it("says beside the call length what the site's texts say", async () => {
  const { view } = await draw();
  const length = view.querySelector("[name='bookings.slot_minutes']");
  const hint = document.getElementById(length?.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe("Pages and emails say 20 minutes, whatever you set here.");
});
