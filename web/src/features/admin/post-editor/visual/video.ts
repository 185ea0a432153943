import { VIDEOS } from "../../../../generated/allowed-elements";

/** The sites whose videos play in a post, for display: "YouTube, Vimeo or TED". */
export const VIDEO_HOSTS = [...new Set(VIDEOS.map(({ host }) => host))]
  .join(", ")
  .replace(/, (\w+)$/, " or $1");

/** A video of another site. */
export interface Video {
  /** The name of the site. */
  host: string;
  /** Where people watch it. */
  url: string;
}

/** Seconds of each unit of a start: "1m30s". */
const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1, "": 1 };

/** Where a video starts, in seconds, when its address says so; 0 when not. The server reads it in the same way. */
function startOf(address: string): number {
  const [, given = ""] =
    /[?&#](?:t|start|startTime)=((?:\d+[hms])*\d*)(?:[&#]|$)/.exec(address) ?? [];
  const parts = [...given.matchAll(/(\d+)([hms]?)/g)];
  const seconds = parts.reduce((sum, [, n, unit]) => sum + Number(n) * (UNITS[unit ?? ""] ?? 0), 0);
  return seconds <= 86_400 ? seconds : 0;
}

/** Returns the video at an address; null when it is none that plays in a post. */
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
