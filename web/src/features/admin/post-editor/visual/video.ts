import { VIDEOS } from "../../../../generated/allowed-elements";

/** The sites whose videos can be embedded, for display: "YouTube, Vimeo or TED". */
export const VIDEO_HOSTS = [...new Set(VIDEOS.map(({ host }) => host))]
  .join(", ")
  .replace(/, (\w+)$/, " or $1");

/** A video on another site. */
export interface Video {
  /** The name of the site. */
  host: string;
  /** Address of its page. */
  url: string;
}

/** Seconds of each unit of a start: "1m30s". */
const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1, "": 1 };

/** Returns the start time in an address in seconds; 0 if there is none. The server parses it in the same way. */
function startOf(address: string): number {
  const [, given = ""] =
    /[?&#](?:t|start|startTime)=((?:\d+[hms])*\d*)(?:[&#]|$)/.exec(address) ?? [];
  const parts = [...given.matchAll(/(\d+)([hms]?)/g)];
  const seconds = parts.reduce((sum, [, n, unit]) => sum + Number(n) * (UNITS[unit ?? ""] ?? 0), 0);
  return seconds <= 86_400 ? seconds : 0;
}

/** Returns the video at an address; null if it cannot be embedded in a post. */
export function videoAt(address: string): Video | null {
  for (const { host, watch, address: form } of VIDEOS) {
    const found = form.exec(address.trim());
    if (!found) continue;
    const start = startOf(address.trim());
    const values: Record<string, string | undefined> = { ...found.groups, start: String(start) };
    const pattern = watch.replace(/\[(.*)\]/, start > 0 ? "$1" : "");
    return { host, url: pattern.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "") };
  }
  return null;
}
