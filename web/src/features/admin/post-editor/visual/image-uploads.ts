import type { Editor } from "@tiptap/core";
import { toast } from "../../../../ui/overlay/toast-store";
import { uploadImage } from "../../media/upload";
import { failureMessage, type Message, refusal, uploadedText } from "../../media/upload-rules";
import { IMAGE_ALT } from "../content-handle";
import { addPending } from "./pending-images";

/** Shown for a file that is not an image. */
const UNSUPPORTED: Message = {
  title: "Upload failed",
  text: "File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG",
};

/** Shown when an image was uploaded to the library but could not be put where it was meant to go. */
export const NOT_PLACED: Message = {
  title: "Error updating form",
  text: "Failed to update form with uploaded image",
};

/** Shown when pasted content refers to images that are not part of it. */
export const UNREADABLE: Message = {
  title: "Upload failed",
  text: "A pasted image is on another computer. Save it as a file and add it with Add Media.",
};

/** An image file and its position in the text. */
export interface PlacedFile {
  file: File;
  at: number;
}

/**
 * Uploads images one after the other, each with a placeholder in the text until it is there, and reports the result in
 * a toast. Never rejects.
 * @param onRunning called with 1 when an upload is queued, and with -1 when it has ended
 */
export async function uploadInto(
  editor: Editor,
  files: readonly PlacedFile[],
  onRunning: (change: 1 | -1) => void,
): Promise<void> {
  const failures: [File, Message][] = [];
  const queue = files.flatMap(({ file, at }) => {
    const refused = file.type.startsWith("image/") ? refusal(file, "post") : UNSUPPORTED;
    if (refused) {
      failures.push([file, refused]);
      return [];
    }
    onRunning(1);
    return [{ file, pending: addPending(editor, file.name, at) }];
  });
  // From the last to the first: at a shared position, each image is inserted before the previous one.
  for (const { file, pending } of queue.reverse()) {
    const result = await uploadImage(file, "post", pending.progress);
    onRunning(-1);
    if (!result.ok) {
      pending.remove();
      failures.push([file, failureMessage(result.status, result.error, "post")]);
    } else if (!pending.settle(result.data.url, IMAGE_ALT)) failures.push([file, NOT_PLACED]);
  }
  const failed = failures.at(-1)?.[1];
  if (failed)
    toast("error", failed.title, files[1] ? uploadedText(files.length, failures) : failed.text);
  else toast("success", "Image uploaded!", files.map(({ file }) => file.name).join(", "));
}
