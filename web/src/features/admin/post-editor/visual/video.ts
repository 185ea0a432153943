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

/** Returns the video at an address; null when it is none that plays in a post. */
export function videoAt(address: string): Video | null {
  for (const { host, watch, address: pattern } of VIDEOS) {
    const found = pattern.exec(address.trim());
    if (found)
      return { host, url: watch.replace(/\{(\w+)\}/g, (_, name) => found.groups?.[name] ?? "") };
  }
  return null;
}
