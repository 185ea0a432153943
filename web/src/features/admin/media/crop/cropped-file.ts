import type { CropArea } from "./crop-area";

/** The extensions of the types that a canvas writes. */
const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};
/** Quality of JPEG and WebP: a higher one makes larger files that look no better. */
const QUALITY = 0.92;

/** Returns "team-cropped.jpg" for "team.jpg", with the extension of the type. */
export function namedAs(name: string, mimeType: string, suffix = ""): string {
  const stem = name.replace(/\.[^.]*$/, "") || "image";
  return `${stem}${suffix}.${EXTENSIONS[mimeType] ?? "png"}`;
}

/** Whether a file is an animated WebP or PNG, of which a canvas draws one frame only. */
export function isAnimated(bytes: ArrayBuffer): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  // A flag of WebP's extended header, or a chunk of PNG before the pixels.
  if (text.startsWith("RIFF")) return text.startsWith("VP8X", 12) && (text.charCodeAt(20) & 2) > 0;
  return text.slice(0, text.indexOf("IDAT") + 1).includes("acTL");
}

/**
 * Draws an area of an image into a file of the same type, or of PNG if the browser cannot write that type. Resolves to
 * null if the browser has too little memory for the canvas.
 */
export async function croppedFile(
  image: HTMLImageElement,
  { x, y, width, height }: CropArea,
  mimeType: string,
  nameOf: (mimeType: string) => string,
): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(image, x, y, width, height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, mimeType, QUALITY));
  return blob && new File([blob], nameOf(blob.type), { type: blob.type });
}
