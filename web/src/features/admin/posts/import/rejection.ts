/** Most bytes of an import file: thousands of posts, and still read in a moment. */
export const MAX_FILE_SIZE = 50 * 1024 * 1024;

const WORDS: Record<string, string> = {
  "file-invalid-type": "Please upload a JSON file",
  "file-too-large": "The file is larger than 50 MB. Split it and import the parts.",
  "file-too-small": "The file is empty.",
  "too-many-files": "One file at a time, please.",
};

/** Why the drop zone has refused what was dropped, in plain words. Of several reasons the most telling. */
export function rejectionText(codes: readonly string[]): string {
  const first = Object.keys(WORDS)
    .toReversed()
    .find((code) => codes.includes(code));
  return WORDS[first ?? ""] ?? "This file cannot be imported.";
}

/** Whatever type the browser takes a file for: its name has to end in .json. */
export const hasJsonName = (name: string): boolean => /\.json$/i.test(name);

/** "812 B", "4 kB", "1.3 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
