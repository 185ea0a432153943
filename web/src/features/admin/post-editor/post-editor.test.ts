import { describe, expect, it } from "vitest";
import type { AdminPost } from "../../../generated/api";
import { POST_INPUT_SLUG_MAX_LENGTH } from "../../../generated/limits";
import { adminPost } from "../../../test-support/posts";
import { slugFromTitle, typedSlug } from "../shared/slug";
import { suggestions, withCategory, withoutCategory } from "./categories";
import { countWords, statsText } from "./content-stats";
import { dayText, fromLocalField, toLocalField } from "./local-date";
import { formOf, inputOf, isChanged, toggled, withLocalDate } from "./post-form";
import { failureOf, missingFields, REQUIRED } from "./save-outcome";
import { searchResult } from "./search-result";

const POST: AdminPost = {
  ...adminPost,
  version: 7,
  title: "Log files",
  summary: "About logs",
  published_date: "2026-11-25T09:00:31.5Z",
  featured_image: null,
  thumbnail_image: "/media/images/a.webp",
  meta_title: "Log files",
  meta_description: "About logs",
};

describe("typing a slug", () => {
  it("converts to lower case and replaces invalid characters with hyphens", () => {
    expect(typedSlug("My Post_1")).toBe("my-post-1");
    expect(typedSlug("a--b/c")).toBe("a--b-c");
  });

  it("keeps the length, so that the caret stays in place", () => {
    for (const text of ["İstanbul é", "A b&c", "-"])
      expect(typedSlug(text)).toHaveLength(text.length);
  });
});

describe("a slug derived from a title", () => {
  it("strips punctuation and joins words with single hyphens", () => {
    expect(slugFromTitle("  What's new?  Core_update -- 2026! ")).toBe(
      "whats-new-core-update-2026",
    );
    expect(slugFromTitle("Crawl – then index")).toBe("crawl-then-index");
    expect(slugFromTitle("What ==log files== know")).toBe("what-log-files-know");
  });

  it("folds accents", () => expect(slugFromTitle("Café Straße Ærø")).toBe("cafe-strasse-aero"));

  it("is empty if no character is usable", () => expect(slugFromTitle("日本 !")).toBe(""));

  it("is shortened at a word", () => {
    const slug = slugFromTitle("word ".repeat(60));
    expect(slug.length).toBeLessThanOrEqual(POST_INPUT_SLUG_MAX_LENGTH);
    expect(slug.endsWith("-word")).toBe(true);
    expect(slugFromTitle("x".repeat(300))).toHaveLength(POST_INPUT_SLUG_MAX_LENGTH);
  });
});

describe("categories", () => {
  it("are trimmed", () => expect(withCategory([], "  Local   SEO ")).toEqual(["Local SEO"]));

  it("ignore blanks and duplicates", () => {
    const chosen = ["Local SEO"];
    expect(withCategory(chosen, "   ")).toBe(chosen);
    expect(withCategory(chosen, "local seo")).toBe(chosen);
  });

  it("can be removed", () => expect(withoutCategory(["a", "b"], "a")).toEqual(["b"]));

  it("are suggested once, and not if chosen", () => {
    expect(suggestions(["SEO", "Local SEO"], ["seo", "Logs"], ["local SEO"])).toEqual([
      "SEO",
      "Logs",
    ]);
  });
});

describe("the publish date", () => {
  it("survives the conversion to the reader's zone and back", () => {
    expect(fromLocalField(toLocalField("2026-11-25T09:30:00Z"))).toBe("2026-11-25T09:30:00Z");
    expect(toLocalField("2026-11-25T09:30:00Z")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  });

  it("is empty for no date and null for an empty field", () => {
    expect([null, "", "soon"].map(toLocalField)).toEqual(["", "", ""]);
    expect(fromLocalField("")).toBeNull();
  });

  it("reads as a day", () => {
    expect(dayText("2026-11-05T09:30")).toBe("5 Nov 2026");
    expect(dayText("")).toBe("");
  });
});

describe("the request to the API", () => {
  it("equals the post if nothing was changed, including seconds and version", () => {
    const own = { ...POST, meta_title: "Own", meta_description: "Words" };
    const { id, created_at, updated_at, state, ...input } = own;
    expect(inputOf(withLocalDate(formOf(own), own), own)).toEqual(input);
    expect(inputOf(formOf(POST), POST).published_date).toBe(POST.published_date);
  });

  it("has null for emptied fields", () => {
    const form = { ...formOf(POST), thumbnail_image: " ", canonical_url: "", published_local: "" };
    expect(inputOf(form, POST)).toMatchObject({
      thumbnail_image: null,
      canonical_url: null,
      published_date: null,
    });
  });

  it("has no version for a new post", () => expect(inputOf(formOf(null), null).version).toBeNull());
});

describe("unsaved changes", () => {
  const saved = formOf(POST);
  it("are none if the same text was typed again", () => {
    expect(isChanged({ ...saved, tags: [...saved.tags] }, saved)).toBe(false);
  });

  it("include any other text, switch or list", () => {
    expect(isChanged({ ...saved, title: "Logs" }, saved)).toBe(true);
    expect(isChanged({ ...saved, featured: true }, saved)).toBe(true);
    expect(isChanged({ ...saved, tags: [] }, saved)).toBe(true);
  });

  it("toggles section tags in their fixed order", () => {
    expect(toggled(["SEO"], ["About", "SEO"], "About")).toEqual(["About", "SEO"]);
    expect(toggled(["About", "SEO"], ["About", "SEO"], "SEO")).toEqual(["About"]);
  });
});

describe("a rejected save", () => {
  const refused = (status: number, code: string, more: object = {}) =>
    failureOf({ ok: false, status, error: { code, message: "", ...more } }, false);

  it("reports that a stored post is gone", () => {
    expect(refused(404, "not_found").notice).toBe("gone");
    const answer = { ok: false, status: 404, error: { code: "not_found", message: "" } } as const;
    expect(failureOf(answer, true).notice).toBeUndefined();
  });

  it("reports a missing title and slug", () => {
    expect(missingFields({ title: " ", slug: "" })?.fields).toEqual({
      title: REQUIRED,
      slug: REQUIRED,
    });
    expect(missingFields({ title: "A", slug: "a" })).toBeNull();
  });

  it("reports a taken slug at its field", () => {
    const message = "This URL slug is already in use";
    const failure = refused(409, "slug_taken", { message, fields: { slug: message } });
    expect(failure).toEqual({
      title: "Error updating post",
      text: message,
      fields: { slug: message },
    });
  });

  it("distinguishes a conflict from an ended session", () => {
    expect(refused(409, "edit_conflict").notice).toBe("conflict");
    expect(refused(401, "authentication_required")).toMatchObject({
      title: "Authentication error",
      text: "Please try logging in again",
      notice: "sign-in",
    });
  });

  it("names the attempted action", () => {
    expect(refused(0, "network").title).toBe("Error updating post");
    const created = failureOf(
      { ok: false, status: 0, error: { code: "network", message: "" } },
      true,
    );
    expect(created.title).toBe("Error creating post");
  });

  it("is an unexpected error if no reason is given", () => {
    expect(refused(500, "unexpected").text).toBe("Unexpected error occurred");
    expect(refused(200, "unexpected")).toMatchObject({
      title: "Error",
      text: "Failed to save post",
    });
  });
});

describe("the search preview", () => {
  const form = { title: "==New== title", summary: "New", meta_title: "", meta_description: " " };
  it("uses the heading and summary if nothing else was written", () => {
    expect(searchResult(form)).toEqual({ title: "==New== title", description: "New" });
  });

  it("shows the meta title and description that were entered", () => {
    const own = { ...form, meta_title: "Own", meta_description: "Mine" };
    expect(searchResult(own)).toEqual({ title: "Own", description: "Mine" });
  });
});

describe("the length of an article", () => {
  it("counts words, not markup", () => {
    expect(
      countWords('<h2 class="a b">Two words</h2><!-- pagebreak --><p>and&nbsp;three – more</p>'),
    ).toBe(5);
    expect(countWords("")).toBe(0);
  });

  it("is shown in words and minutes", () => {
    expect(statsText(1184)).toBe("1,184 words, 6 min read");
    expect(statsText(1)).toBe("1 word, 1 min read");
  });
});
