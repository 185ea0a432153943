import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { videoAt } from "./video";

const lines = readFileSync("../crates/rich-text/tests/video-addresses.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" "));

it.each(lines)("takes what the server takes for a video: %s", (address, player) => {
  expect(videoAt(address ?? "") !== null).toBe(player !== "-");
});

it("leads to where a video is watched", () => {
  expect(videoAt(" https://www.youtube-nocookie.com/embed/a-B_1?rel=0 ")).toEqual({
    host: "YouTube",
    url: "https://www.youtube.com/watch?v=a-B_1",
  });
  expect(videoAt("https://player.vimeo.com/video/1?h=2")?.url).toBe("https://vimeo.com/1/2");
});
