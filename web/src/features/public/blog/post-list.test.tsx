import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { InApp } from "../../../test-support/in-app";
import { cards } from "../../../test-support/posts";
import { PostList } from "./post-list";

const [sample] = cards;

/** Returns posts of some days; a star marks featured ones. */
const posts = (...days: string[]) =>
  days.map((day, index) => ({
    ...(sample as (typeof cards)[number]),
    id: day + index,
    url: `/blog/post-${index}`,
    featured: day.endsWith("*"),
    published_date: `2026-11-${day.slice(0, 2)}T09:00:00Z`,
  }));

describe.each(["card", "list"] as const)("the line under older featured posts, as %s", (view) => {
  /** Returns the numbers of the posts above and below the line. */
  const parts = (...days: string[]) => {
    const html = renderToStaticMarkup(
      <InApp>
        <PostList posts={posts(...days)} view={view} lead />
      </InApp>,
    );
    return html
      .split(/<hr|<li class="mt-8/)
      .map((part) => new Set(part.match(/\/blog\/post-\d+/g)).size);
  };

  it("separates them from newer posts", () => {
    expect(parts("20*", "12*", "11*", "19", "18", "17", "10")).toEqual([3, 4]);
    expect(parts("05*", "19", "18")).toEqual([1, 2]);
  });

  it("is absent if all posts are in order of date", () => {
    expect(parts("20*", "19", "18")).toEqual([3]);
    expect(parts("20", "19*", "18")).toEqual([3]);
    expect(parts("20*", "12*")).toEqual([2]);
  });
});
