import { describe, expect, it } from "vitest";
import { countText, csvUrl, type ListState, listUrl, rangeText, replyUrl } from "./list-url";

const DEFAULT: ListState = { path: "/admin/enquiries", search: "", status: "all", type: "all" };

describe("the addresses of a list", () => {
  it("omit defaults, so that one state has one address", () => {
    expect(listUrl(DEFAULT)).toBe("/admin/enquiries");
    expect(listUrl({ ...DEFAULT, search: " a&b ", status: "new", type: "audit" }, 2)).toBe(
      "/admin/enquiries?search=a%26b&status=new&type=audit&page=2",
    );
  });

  it("keep the path at which the list was opened", () => {
    expect(listUrl({ path: "/blog-post-manager", search: "  " }, 3)).toBe(
      "/blog-post-manager?page=3",
    );
  });

  it("contain the order if it is not the default", () => {
    const posts = { path: "/admin/blog", search: "log & file", status: "draft" };
    expect(listUrl({ ...posts, sort: "title", dir: "asc" }, 2)).toBe(
      "/admin/blog?search=log%20%26%20file&status=draft&sort=title&dir=asc&page=2",
    );
    expect(listUrl({ ...posts, sort: "created_at", dir: "desc" })).toBe(
      "/admin/blog?search=log%20%26%20file&status=draft",
    );
  });

  it("include one for the list as a file", () => {
    expect(csvUrl(DEFAULT)).toBe("/api/admin/enquiries?format=csv");
    expect(csvUrl({ path: "/admin/subscribers", search: "x", status: "confirmed" })).toBe(
      "/api/admin/subscribers?search=x&status=confirmed&format=csv",
    );
  });
});

describe("the address of a reply", () => {
  it("has one recipient, whatever the email address contains", () => {
    expect(replyUrl("a@b.example", "Your message to Found & Co")).toBe(
      "mailto:a@b.example?subject=Your%20message%20to%20Found%20%26%20Co",
    );
    expect(replyUrl("a?bcc=x@b.example", "Your message to F")).toBe(
      "mailto:a%3Fbcc%3Dx@b.example?subject=Your%20message%20to%20F",
    );
  });
});

it("uses singular and plural as the number requires", () => {
  expect([0, 1, 2].map((total) => countText(total, "enquiry", "enquiries"))).toEqual([
    "0 enquiries",
    "1 enquiry",
    "2 enquiries",
  ]);
  expect(countText(200, "post", "posts", true)).toBe("200+ posts");
});

it("says which entries a page shows, and whether there are more than were counted", () => {
  expect(rangeText(1, 10, 10, 24)).toBe("1 to 10 of 24");
  expect(rangeText(3, 10, 4, 24)).toBe("21 to 24 of 24");
  expect(rangeText(1, 10, 0, 0)).toBe("");
  expect(rangeText(1, 10, 10, 200, true)).toBe("1 to 10 of more than 200");
});
