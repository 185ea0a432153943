import { act, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../../app";
import { useLeaveGuard } from "../../features/admin/shared/use-leave-guard";
import type { PageName } from "../../lib/page";
import type { PageModule } from "../../lib/page-module";
import { me } from "../../test-support/admin-props";
import { makePage, site } from "../../test-support/fixtures";
import { navigate } from "../../test-support/in-app";
import { doing, render, unmount } from "../../test-support/render";
import { dismissToast } from "../../ui/overlay/toast-store";
import { AdminFrame } from "./admin-frame";
import { AdminLayout } from "./admin-layout";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);

beforeEach(() => {
  // Calls stay pending unless a test answers them.
  fetchMock.mockReturnValue(new Promise(() => {}));
});
afterEach(async () => {
  await unmount();
  dismissToast();
  fetchMock.mockReset();
  navigate.mockReset();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const module = (heading: string, layout: PageModule["chrome"] = { layout: AdminLayout }) =>
  ({ default: () => <h1>{heading}</h1>, chrome: layout }) as PageModule;

type Visit = [component: PageName, url: string, module: PageModule];
const POSTS: Visit = ["admin/posts/list", "/admin/blog", module("Blog Posts")];
const MEDIA: Visit = ["admin/media", "/admin/media", module("Media Gallery")];
const ACCOUNT: Visit = ["admin/account", "/admin/account", module("Account")];
const STAFF: Visit = ["admin/staff", "/admin/staff", module("Staff")];
const AUDIT: Visit = ["admin/audit", "/admin/audit", module("Audit log")];
const SIGN_IN: Visit = ["auth", "/auth", module("Login", { layout: "bare" })];

let visit: (to: Visit) => Promise<void>;

/** Renders the first page, then each page given to `visit`, as in-app navigation does. */
function Visits({ first }: { first: Visit }) {
  const [[component, url, module], setVisit] = useState(first);
  visit = (to) => doing(() => setVisit(to));
  const page = makePage(component, url, { me } as object);
  return <App page={page} site={site} module={module} navigate={navigate} Footer={NoFooter} />;
}
const NoFooter = () => null;
const open = (first: Visit) => render(<Visits first={first} />);

const sections = (root: HTMLElement) => root.querySelector<HTMLElement>("nav[aria-label=Admin]");
const presentIn = (root: HTMLElement) => sections(root)?.querySelector("[aria-current]");
const logout = (root: HTMLElement) => root.querySelector<HTMLButtonElement>(".admin-bar button");

describe("from one admin page to another", () => {
  it("keeps the bar with its state, and shows the other page in the same main", async () => {
    const root = await open(POSTS);
    const [bar, main] = [root.querySelector(".admin-bar"), root.querySelector("main")];
    await doing(() => logout(root)?.click());
    expect(logout(root)?.getAttribute("aria-busy")).toBe("true");
    await visit(MEDIA);
    expect(root.querySelector("main h1")?.textContent).toBe("Media Gallery");
    expect(root.querySelector(".admin-bar")).toBe(bar);
    expect(root.querySelector("main")).toBe(main);
    expect(logout(root)?.getAttribute("aria-busy")).toBe("true");
  });

  it("marks the section of the other page and scrolls it into view", async () => {
    const index = (element: Element) => [...(element.parentNode?.children ?? [])].indexOf(element);
    const metrics = vi.spyOn(HTMLElement.prototype, "offsetLeft", "get");
    metrics.mockImplementation(function (this: HTMLElement) {
      return this.localName === "a" ? index(this) * 100 : 0;
    });
    const root = await open(POSTS);
    expect(presentIn(root)?.textContent).toBe("Blog Posts");
    expect(sections(root)?.scrollLeft).toBe(0);
    await visit(ACCOUNT);
    expect(presentIn(root)?.textContent).toBe("Account");
    expect(sections(root)?.scrollLeft).toBe(300);
    await visit(STAFF);
    expect(root.querySelector("nav[aria-label=Settings]")?.scrollLeft).toBe(100);
  });
});

const links = (navigation: HTMLElement | null) =>
  [...(navigation?.querySelectorAll("a") ?? [])].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);
const pages = (root: HTMLElement) => root.querySelector<HTMLElement>("nav[aria-label=Settings]");

it("links to the sections that the server names", async () => {
  const root = await open(POSTS);
  expect(links(sections(root))).toEqual(me.sections.map(({ label, href }) => [label, href]));
  expect(pages(root)).toBeNull();
});

it("marks a section on each of its pages, and links to them", async () => {
  const root = await open(STAFF);
  expect(presentIn(root)?.textContent).toBe("Settings");
  expect(links(pages(root)).map(([label]) => label)).toEqual(["Categories", "Staff", "Audit log"]);
  expect(pages(root)?.querySelector("[aria-current=page]")?.textContent).toBe("Staff");
  await visit(AUDIT);
  expect(presentIn(root)?.textContent).toBe("Settings");
  expect(pages(root)?.querySelector("[aria-current=page]")?.textContent).toBe("Audit log");
});

it("is removed on a page without a layout", async () => {
  const root = await open(POSTS);
  await visit(SIGN_IN);
  expect(root.querySelector("h1")?.textContent).toBe("Login");
  expect(root.querySelectorAll("main, .admin-bar")).toHaveLength(0);
});

it("marks the posts at both of their addresses", async () => {
  const root = await open(["admin/posts/list", "/blog-post-manager?page=2", POSTS[2]]);
  expect(presentIn(root)?.textContent).toBe("Blog Posts");
});

it("shows no sections to an account without admin rights, and links the logo to the site", async () => {
  const root = await open([
    "admin/forbidden",
    "/admin",
    module("No admin rights", { layout: AdminFrame }),
  ]);
  expect(sections(root)).toBeNull();
  expect(root.querySelector(".logo")?.getAttribute("href")).toBe("/");
  expect(logout(root)?.textContent).toContain("Logout");
});

function Unsaved() {
  useLeaveGuard(true);
  return null;
}

describe("the session", () => {
  /** Seconds until the session expires; null if there is none. */
  let left: number | null;
  let renewal: number;
  const count = (path: string) => fetchMock.mock.calls.filter(([url]) => url === path).length;
  const looks = () => count("/api/auth/session");
  const renewals = () => count("/api/auth/refresh");
  const pass = (seconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)));

  beforeEach(() => {
    vi.useFakeTimers();
    [left, renewal] = [900, 200];
    fetchMock.mockImplementation(async (url) =>
      url === "/api/auth/session"
        ? Response.json({ session: left === null ? null : { expires_in: left } })
        : Response.json({}, { status: renewal }),
    );
  });

  it("is checked once a minute, whichever page is visited meanwhile", async () => {
    await open(POSTS);
    await pass(40);
    await visit(MEDIA);
    await pass(40);
    await visit(ACCOUNT);
    expect(looks()).toBe(1);
    await pass(40);
    expect(looks()).toBe(2);
    expect(renewals()).toBe(0);
  });

  it("is not renewed once it has ended, but again after a new sign-in", async () => {
    [left, renewal] = [null, 401];
    history.replaceState(null, "", "/admin/blog/new");
    await open(POSTS);
    await pass(180);
    // A renewal checks once more, as another tab may have been first.
    expect([looks(), renewals()]).toEqual([4, 1]);
    // The form of a post asks for the sign-in over the text.
    expect(navigate).not.toHaveBeenCalled();
    [left, renewal] = [900, 200];
    await pass(60);
    left = 200;
    await pass(60);
    expect(renewals()).toBe(2);
  });

  it("leads to the sign-in page, and from there back, once it has ended", async () => {
    [left, renewal] = [null, 401];
    history.replaceState(null, "", "/admin/enquiries?status=new");
    await open(POSTS);
    await pass(120);
    const next = encodeURIComponent("/admin/enquiries?status=new");
    expect(navigate).toHaveBeenCalledExactlyOnceWith(`/auth?next=${next}`);
  });

  it("never leaves a page with unsaved changes when it ends", async () => {
    [left, renewal] = [null, 401];
    history.replaceState(null, "", "/admin/settings");
    await open(["admin/settings", "/admin/settings", { ...POSTS[2], default: Unsaved }]);
    await pass(120);
    expect(renewals()).toBe(1);
    expect(navigate).not.toHaveBeenCalled();
  });

  it("is requested again after a renewal without a response", async () => {
    [left, renewal] = [200, 503];
    await open(POSTS);
    await pass(120);
    expect(renewals()).toBe(2);
  });

  const bodies = () =>
    fetchMock.mock.calls
      .filter(([url]) => url === "/api/auth/refresh")
      .map(([, init]) => JSON.parse(String(init?.body)));

  it("is renewed while the page is used, with the time for which it was idle", async () => {
    left = 200;
    await open(POSTS);
    await pass(60);
    expect(bodies()).toEqual([{ idle_seconds: 60 }]);
    // An idle page no longer renews the session.
    await pass(600);
    expect(renewals()).toBe(1);
    for (const type of ["keydown", "pointermove"]) {
      await pass(30);
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
      await pass(30);
      expect(bodies().at(-1)).toEqual({ idle_seconds: 30 });
    }
    expect(renewals()).toBe(3);
  });

  it("is checked as soon as the page becomes visible again", async () => {
    await open(POSTS);
    await pass(30);
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(looks()).toBe(1);
  });

  it("is no longer checked on the sign-in page", async () => {
    await open(POSTS);
    await visit(SIGN_IN);
    await pass(120);
    expect(looks()).toBe(0);
  });

  it("is not renewed by a response that arrives after the admin area was left", async () => {
    let answer = (_: Response) => {};
    fetchMock.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await open(POSTS);
    await pass(60);
    await visit(SIGN_IN);
    await doing(() => answer(Response.json({ session: null })));
    expect([looks(), renewals()]).toEqual([1, 0]);
  });
});

it("goes to the sign-in page when another tab has signed out", async () => {
  await open(POSTS);
  await visit(MEDIA);
  const other = new BroadcastChannel("foundfirst-signed-out");
  other.postMessage("another tab");
  await act(() =>
    vi.waitFor(() => expect(navigate).toHaveBeenCalledWith("/auth", { replace: true })),
  );
  other.close();
});
