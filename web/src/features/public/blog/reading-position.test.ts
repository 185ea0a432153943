import { describe, expect, it } from "vitest";
import { headingAt, headingUrl } from "./reading-position";

const positions = (...tops: number[]) => tops.map((top, i) => ({ id: `h${i + 1}`, top }));

describe("headingAt", () => {
  it("is null without headings", () => {
    expect(headingAt([], 136)).toBeNull();
  });

  it("is the first heading before any has reached the line", () => {
    expect(headingAt(positions(400, 900), 136)).toBe("h1");
  });

  it("is the last heading at or above the line", () => {
    expect(headingAt(positions(-500, 136, 700), 136)).toBe("h2");
    expect(headingAt(positions(-500, 137, 700), 136)).toBe("h1");
  });

  it("is the last heading at the end of the page", () => {
    expect(headingAt(positions(-900, 300, 600), 136, true)).toBe("h3");
  });
});

describe("headingUrl", () => {
  const heading = (page: number) => ({ level: 2, id: "why", text: "Why", page });

  it("is a fragment on the page shown", () => {
    expect(headingUrl("/blog/logs", heading(1), 1)).toBe("#why");
  });

  it("leads to the page that has the heading", () => {
    expect(headingUrl("/blog/logs", heading(2), 1)).toBe("/blog/logs?page=2#why");
    expect(headingUrl("/blog/logs", heading(1), 2)).toBe("/blog/logs#why");
  });
});
