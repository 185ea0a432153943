import { describe, expect, it } from "vitest";
import { imageCandidates } from "./image-candidates";

describe("imageCandidates", () => {
  it("tries the fallback, then .png, then .jpg", () => {
    expect(imageCandidates("/a.webp", "/b.webp")).toEqual([
      "/a.webp",
      "/b.webp",
      "/a.png",
      "/a.jpg",
    ]);
    expect(imageCandidates("/a.png")).toEqual(["/a.png", "/a.jpg"]);
    expect(imageCandidates("/a.svg", "/a.svg")).toEqual(["/a.svg"]);
  });
});
