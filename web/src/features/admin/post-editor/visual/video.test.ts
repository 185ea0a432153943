import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { videoAt } from "./video";

const lines = readFileSync("../crates/rich-text/tests/video-addresses.txt", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" "));

it.each(lines)("accepts the same videos as the server: %s", (address, player) => {
  expect(videoAt(address ?? "") !== null).toBe(player !== "-");
});

it("returns the address of the video's page", () => {
  expect(videoAt(" https://www.youtube-nocookie.com/embed/a-B_1?rel=0 ")).toEqual({
    host: "YouTube",
    url: "https://www.youtube.com/watch?v=a-B_1",
  });
  expect(videoAt("https://player.vimeo.com/video/1?h=2")?.url).toBe("https://vimeo.com/1/2");
});

it.each([
  ["https://youtu.be/a?t=1h2m3s", "https://www.youtube.com/watch?v=a&t=3723"],
  ["https://www.youtube.com/embed/a?start=90&rel=0", "https://www.youtube.com/watch?v=a&t=90"],
  ["https://vimeo.com/1#t=65s", "https://vimeo.com/1#t=65"],
  ["https://www.loom.com/share/a?t=12", "https://www.loom.com/share/a?t=12"],
  ["https://www.dailymotion.com/video/a?start=7", "https://www.dailymotion.com/video/a?start=7"],
  ["https://www.ted.com/talks/a?t=9", "https://www.ted.com/talks/a"],
  ["https://youtu.be/a?t=0", "https://www.youtube.com/watch?v=a"],
  ["https://youtu.be/a?t=1x", "https://www.youtube.com/watch?v=a"],
  ["https://youtu.be/a?t=99999999999", "https://www.youtube.com/watch?v=a"],
])("keeps the start of a video: %s", (address, url) => {
  expect(videoAt(address)?.url).toBe(url);
});
