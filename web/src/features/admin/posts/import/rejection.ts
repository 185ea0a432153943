/** The largest import file in bytes: enough for thousands of posts, and still fast to read. */
const MAX_FILE_SIZE = 50 * 1024 * 1024;

/** Returns why files are refused, in words for display; null for one JSON file that is not too large. */
export function rejectionOf(files: readonly Pick<File, "name" | "size">[]): string | null {
  const [file] = files;
  if (!file) return "This file cannot be imported.";
  if (files.length > 1) return "One file at a time, please.";
  if (file.size === 0) return "The file is empty.";
  if (file.size > MAX_FILE_SIZE)
    return "The file is larger than 50 MB. Split it and import the parts.";
  // The MIME type depends on the system, so only the name counts.
  return /\.json$/i.test(file.name) ? null : "Please upload a JSON file";
}

/** "812 B", "4 kB", "1.3 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
