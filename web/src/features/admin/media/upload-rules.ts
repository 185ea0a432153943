import type { ErrorDetail, Media } from "../../../generated/api";

/** Where an image is uploaded. The server has a size limit for each. */
export type UploadContext = "gallery" | "post";

/** Maximum size of a file in bytes. */
export const LIMITS: Record<UploadContext, number> = { gallery: 5_242_880, post: 2_097_152 };

/** The types that the file picker offers. The server checks the content. */
export const ACCEPT = "image/jpeg,image/png,image/gif,image/webp,image/svg+xml,image/avif";

/** Title and second line of a toast. */
export interface Message {
  title: string;
  text: string;
}

const TOO_LARGE: Record<UploadContext, Message> = {
  gallery: { title: "File too large", text: "File too large (max 5MB)" },
  post: { title: "File too large", text: "Image must be less than 2MB" },
};

/** Shown when something without a file was dropped or chosen. */
export const NO_FILE: Message = { title: "Upload Failed", text: "No file selected" };

/** Returns what is wrong with a file before it is sent, or null. */
export function refusal(file: { size: number }, context: UploadContext): Message | null {
  return file.size > LIMITS[context] ? TOO_LARGE[context] : null;
}

/** Error code of a response without the address of the image. */
export const NO_URL = "no_url";

/** Returns the message for a failed upload. */
export function failureMessage(
  status: number,
  error: ErrorDetail,
  context: UploadContext,
): Message {
  if (status === 401) return { title: "Authentication Required", text: SIGN_IN[context] };
  if (status === 413) return TOO_LARGE[context];
  const text = error.message || REASONS[context][error.code] || UNKNOWN[context];
  return { title: context === "gallery" ? "Upload Failed" : "Upload failed", text };
}

const SIGN_IN: Record<UploadContext, string> = {
  gallery: "You must be logged in to upload media",
  post: "Authentication required. Please log in again.",
};
/** Texts for errors that the server does not explain. */
const REASONS: Record<UploadContext, Record<string, string>> = {
  gallery: { network: "Failed to upload file", [NO_URL]: "Failed to generate public URL" },
  post: { [NO_URL]: "Failed to get image URL. Please try again." },
};
const UNKNOWN: Record<UploadContext, string> = {
  gallery: "Unknown error occurred",
  post: "Failed to upload image. Please try again.",
};

/** Shown after a successful upload. */
export const SUCCESS: Record<UploadContext, Message> = {
  gallery: {
    title: "Upload Successful",
    text: "Image has been uploaded and added to the media gallery",
  },
  post: { title: "Upload successful", text: "Image was uploaded and added to the form" },
};

/** Returns how many of several files were uploaded, and why the others were not. */
export const uploadedText = (count: number, failures: readonly [File, Message][]): string =>
  `${count - failures.length} of ${count} uploaded. ${failures.map(([{ name }, { text }]) => `${name}: ${text}`).join("; ")}`;

/** "1.4 MB", "82 KB". */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes >= 1
    ? `${megabytes.toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** "800 × 600, 82 KB". */
export const factsText = ({ width, height, size }: Media): string =>
  (width && height ? `${width} × ${height}, ` : "") + sizeText(size);

/** Whether an image still has its default text, which is its file name without the extension. */
export function isUndescribed(media: { alt_text: string; file_name: string }): boolean {
  const stem = media.file_name.replace(/\.[^.]*$/, "").trim();
  return media.alt_text === (stem || media.file_name);
}

/** The images among what was dropped or pasted. */
export function imagesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}
