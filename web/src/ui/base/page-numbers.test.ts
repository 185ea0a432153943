import { describe, expect, it } from "vitest";
import { pageNumbers } from "./page-numbers";

describe("pageNumbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 6, 7, 8, 9]],
    [4, 6, [1, 2, 3, 4, 5, 6]],
  ])("page %i of %i", (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected);
  });
});
