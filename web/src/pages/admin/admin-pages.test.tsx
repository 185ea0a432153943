// @vitest-environment node
import { describe, expect, it } from "vitest";
import { head, render } from "../../entry-server";
import { AdminFrame } from "../../layout/admin/admin-frame";
import { AdminLayout } from "../../layout/admin/admin-layout";
import type { Head, PageName } from "../../lib/page";
import type { PageModule } from "../../lib/page-module";
import {
  account,
  audit,
  auth,
  authors,
  bookings,
  categories,
  edit,
  enquiries,
  forbidden,
  health,
  list,
  media,
  redirects,
  restricted,
  settings,
  staff,
  subscribers,
} from "../../test-support/admin-props";
import { makePage, site } from "../../test-support/fixtures";

const json = (component: PageName, props: object) =>
  JSON.stringify({ ...makePage(component, "/admin", props), site });
const html = async (component: PageName, props: object) => render(json(component, props));

const PAGES: [PageName, object][] = [
  ["auth", auth],
  ["auth", { ...auth, mode: "signup" }],
  ["auth", { ...auth, mode: "reset" }],
  ["auth", { ...auth, mode: "reset", notice: "reset_sent" }],
  ["auth", { ...auth, mode: "update_password" }],
  ["auth", { ...auth, mode: "update_password", token: "TOKEN" }],
  ["auth", { ...auth, mode: "confirm" }],
  ["auth", { ...auth, mode: "confirm", token: "TOKEN", email: "a@site.example" }],
  ["auth", { ...auth, mode: "confirm", token: "TOKEN", is_invitation: true }],
  ["admin/account", account],
  ["admin/posts/list", list],
  ["admin/posts/list", { ...list, posts: [], total: 0 }],
  ["admin/posts/edit", edit],
  ["admin/posts/edit", { ...edit, post: null }],
  ["admin/media", media],
  ["admin/media", { ...media, list: { ...media.list, media: [], total: 0 } }],
  ["admin/forbidden", forbidden],
  ["admin/enquiries", enquiries],
  ["admin/enquiries", { ...enquiries, enquiries: [], total: 0 }],
  ["admin/bookings", bookings],
  ["admin/bookings", { ...bookings, bookings: [], total: 0 }],
  ["admin/categories", categories],
  ["admin/authors", authors],
  ["admin/authors", { ...authors, authors: [] }],
  ["admin/subscribers", subscribers],
  ["admin/subscribers", { ...subscribers, subscribers: [], total: 0 }],
  ["admin/health", health],
  ["admin/health", { ...health, newest: null, trend: [] }],
  ["admin/health", { ...health, is_running: true }],
  ["admin/settings", settings],
  ["admin/settings", { ...settings, versions: [] }],
  ["admin/staff", staff],
  ["admin/staff", { ...staff, invitations: [] }],
  ["admin/restricted", restricted],
  ["admin/audit", audit],
  ["admin/audit", { ...audit, entries: [], total: 0 }],
  ["admin/redirects", redirects],
  [
    "admin/redirects",
    { ...redirects, redirects: [], total: 0, missed: { addresses: [], total: 0 } },
  ],
];

describe.each(PAGES)("%s", (component, props) => {
  it("contains nothing that the Content-Security-Policy forbids", async () => {
    expect(await html(component, props)).not.toMatch(/<[^>]+\sstyle=|<script|<style/);
  });

  it("has one h1 and one main", async () => {
    const markup = await html(component, props);
    expect(markup.match(/<h1/g)).toHaveLength(1);
    expect(markup.match(/<main/g)).toHaveLength(1);
  });

  it("is not indexed", () => {
    const made = JSON.parse(head(json(component, props))) as Head;
    expect(made).toMatchObject({ robots: "noindex, nofollow", canonical: null });
  });
});

it("has the admin layout, whatever the page", () => {
  const modules = import.meta.glob<PageModule>(["./**/*.tsx", "!./**/*.test.tsx"], { eager: true });
  const layouts = Object.entries(modules).map(([path, { chrome }]) => [path, chrome?.layout]);
  expect(layouts.length).toBeGreaterThan(7);
  for (const [path, layout] of layouts)
    expect([path, layout]).toEqual([path, path === "./forbidden.tsx" ? AdminFrame : AdminLayout]);
});

describe("the sign-in page without scripts", () => {
  it("posts to its own address", async () => {
    const markup = await html("auth", auth);
    expect(markup).toMatch(/<form[^>]+method="post"[^>]*/);
    expect(markup).toMatch(/<form[^>]+action="\/auth"/);
    for (const name of ["email", "password"]) expect(markup).toContain(`name="${name}"`);
  });

  it("keeps the address, links the messages and leaves the button enabled", async () => {
    const message = "Email and password are required";
    const markup = await html("auth", {
      ...auth,
      email: "a@site.example",
      message,
      errors: { password: message },
      retry_after: 60,
    });
    expect(markup).toContain('value="a@site.example"');
    expect(markup).toMatch(/<input[^>]*id="password"[^>]*aria-invalid="true"/);
    expect(markup).not.toMatch(/<button[^>]*type="submit"[^>]*\sdisabled/);
  });
});

describe("the account forms without scripts", () => {
  it("post their mode, and the token of a link, to the sign-in page", async () => {
    for (const mode of ["signup", "confirm", "reset", "update_password"]) {
      const markup = await html("auth", { ...auth, mode, token: "TOKEN" });
      expect(markup).toMatch(/<form[^>]+action="\/auth" method="post"/);
      expect(markup).toContain(`<input type="hidden" name="mode" value="${mode}"/>`);
    }
    for (const mode of ["confirm", "update_password"]) {
      const markup = await html("auth", { ...auth, mode, token: "TOKEN" });
      expect(markup).toContain('<input type="hidden" name="token" value="TOKEN"/>');
    }
  });

  it("ask for a password when an invitation is accepted, but not for a sign-up", async () => {
    const link = { ...auth, mode: "confirm", token: "TOKEN", email: "a@site.example" };
    expect(await html("auth", { ...link, is_invitation: true })).toContain('name="password"');
    const markup = await html("auth", link);
    expect(markup).not.toContain('name="password"');
    expect(markup).toContain('value="a@site.example"');
    expect(await html("auth", { ...auth, notice: "confirmed" })).toContain("You can sign in now.");
  });

  it("link to each other", async () => {
    const markup = (await html("auth", auth)).replaceAll("&amp;", "&");
    for (const href of ["/auth?mode=signup", "/auth?mode=reset"])
      expect(markup).toContain(`href="${href}"`);
  });

  it("offer a new link in place of an invalid one", async () => {
    for (const [mode, way] of [
      ["update_password", "Ask for a new link"],
      ["confirm", "Sign up again"],
    ]) {
      const markup = await html("auth", { ...auth, mode });
      expect(markup).not.toMatch(/<(form|input)/);
      expect(markup).toContain(way);
    }
  });
});

describe("the site's health without scripts", () => {
  const text = async (props: object) =>
    (await html("admin/health", props)).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

  it("says what is wrong on which page, and links to the post", async () => {
    const markup = await html("admin/health", health);
    expect(markup).toContain('href="/admin/blog/edit/0191"');
    expect(markup.match(/\/admin\/blog\/edit\//g)).toHaveLength(1);
    expect(markup).toContain(
      'aria-label="From 3 errors and 0 warnings on 24 Nov 2026, 09:00 to 1 error and 2 warnings on 25 Nov 2026, 09:00"',
    );
    const words = await text(health);
    for (const said of [
      "Broken links (1)",
      "1: https://site.example/gone (404) (target: 0 )",
      "40 pages , 1 error , 2 warnings .",
      "Images without width and height (2)",
      "The first 2 are listed.",
      "The site has more addresses than were checked.",
    ])
      expect(words).toContain(said);
    expect(words.indexOf("Broken links")).toBeLessThan(words.indexOf("Images without width"));
  });

  it("has texts for before, during and after a failed check", async () => {
    const none = { ...health, newest: null, trend: [] };
    expect(await text(none)).toContain("The site has not been checked yet.");
    expect(await text({ ...none, is_running: true })).toContain("The site is being checked.");
    const failed = {
      ...none,
      failure: "https://site.example/ responds with 503, and not with a page",
    };
    expect(await text(failed)).toContain(
      "The last check failed: https://site.example/ responds with 503, and not with a page .",
    );
    const clean = { ...health.newest, errors: 0, warnings: 0, findings: [] };
    const one = await text({ ...health, newest: clean, trend: health.trend.slice(1) });
    for (const said of ["No problems found.", "The trend appears after two checks."])
      expect(one).toContain(said);
  });
});

describe("a search with more matches than are counted", () => {
  it("says so next to every count", async () => {
    const markup = await html("admin/posts/list", { ...list, pages: 20, total: 200, more: true });
    const text = markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    for (const words of ["200+ posts found", "of more than 200", "2/20+"]) {
      expect(text).toContain(words);
    }
  });
});

describe("the list without scripts", () => {
  it("sorts, filters, searches and pages by links and GET forms at its own address", async () => {
    const markup = (await html("admin/posts/list", list)).replaceAll("&amp;", "&");
    // Clicking the current column reverses it. Default values are not in the address.
    const title = /<th scope="col" aria-sort="ascending">(.*?)<\/th>/.exec(markup)?.[1] ?? "";
    expect([...title.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, ...pair]) => pair)).toEqual([
      ["search", "log"],
      ["status", "published"],
      ["sort", "title"],
    ]);
    expect(markup).toContain(
      'href="/blog-post-manager?search=log&status=draft&sort=title&dir=asc"',
    );
    expect(markup).toContain(
      'href="/blog-post-manager?search=log&status=published&sort=title&dir=asc"',
    );
    expect(markup).toMatch(/<form[^>]+action="\/blog-post-manager"[^>]+method="get"/);
    expect(markup).toContain('name="status" value="published"');
    expect(markup).toContain('aria-sort="ascending"');
    expect(markup).toContain("11 to 11 of 11");
  });
});

describe("the enquiries without scripts", () => {
  it("filter, search, page and download by links and GET forms", async () => {
    const markup = (await html("admin/enquiries", enquiries)).replaceAll("&amp;", "&");
    expect(markup).toContain('href="/admin/enquiries?search=anna&status=done&type=quiz-lead"');
    expect(markup).toContain('href="/admin/enquiries?search=anna&status=new&type=audit"');
    expect(markup).toContain(
      'href="/admin/enquiries?search=anna&status=new&type=quiz-lead&page=2"',
    );
    expect(markup).toContain(
      'href="/api/admin/enquiries?search=anna&status=new&type=quiz-lead&format=csv"',
    );
    expect(markup).toMatch(/<form[^>]+action="\/admin\/enquiries"[^>]+method="get"/);
    expect(markup).toContain('name="type" value="quiz-lead"');
  });

  it("show everything that was sent, the state of the emails, and a link to reply", async () => {
    const markup = await html("admin/enquiries", enquiries);
    for (const text of [
      "Are &lt;b&gt;we&lt;/b&gt; found?",
      "traffic",
      "Email failed",
      "no such mailbox",
      "Retry now",
      'href="mailto:anna@site.example?subject=',
      "24 months",
    ])
      expect(markup).toContain(text);
  });
});

describe("the bookings without scripts", () => {
  it("filter, search, page and download by links and GET forms", async () => {
    const markup = (await html("admin/bookings", bookings)).replaceAll("&amp;", "&");
    expect(markup).toContain('href="/admin/bookings?search=anna&status=past"');
    expect(markup).toContain('href="/admin/bookings?search=anna&status=upcoming&page=2"');
    expect(markup).toContain('href="/api/admin/bookings?search=anna&status=upcoming&format=csv"');
    expect(markup).toMatch(/<form[^>]+action="\/admin\/bookings"[^>]+method="get"/);
    expect(markup).toContain('name="status" value="upcoming"');
  });

  it("show who booked which time, and allow cancelling future calls only", async () => {
    const markup = await html("admin/bookings", bookings);
    for (const text of [
      "Wed 25 Nov 2026, 14:00",
      "About &lt;b&gt;June&lt;/b&gt;",
      "Reminder to the visitor",
      "scheduled",
      "Cancel this call",
      'href="mailto:anna@site.example?subject=Your%20call%20with%20',
    ])
      expect(markup).toContain(text);
    expect(markup).not.toContain("Retry now");
    const past = [{ ...bookings.bookings[0], status: "past" }];
    expect(await html("admin/bookings", { ...bookings, bookings: past })).not.toContain(
      "Cancel this call",
    );
  });
});

describe("the editor as rendered by the server", () => {
  it("leaves the date empty until the browser fills it in, as it knows no time zone", async () => {
    expect(await html("admin/posts/edit", edit)).toMatch(
      /<input[^>]*type="datetime-local"[^>]*value=""/,
    );
  });

  it("shows the title without the == of its mark", async () => {
    expect(await html("admin/posts/edit", edit)).toContain("Edit: What log files know</h1>");
  });
});

describe("the library as rendered by the server", () => {
  it("searches by a GET form and marks images that nobody has described", async () => {
    const markup = await html("admin/media", media);
    expect(markup).toMatch(/<form[^>]+action="\/admin\/media"[^>]+method="get"/);
    expect(markup).toContain('src="/media/images/1-a-480.webp"');
    expect(markup).toContain("check this alt text");
    const described = { ...media.list.media[0], alt_text: "The team at work" };
    const done = await html("admin/media", {
      ...media,
      list: { ...media.list, media: [described] },
    });
    expect(done).not.toContain("check this alt text");
  });
});
