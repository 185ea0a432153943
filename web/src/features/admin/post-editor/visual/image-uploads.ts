import type { Editor } from "@tiptap/core";
import { toast } from "../../../../ui/overlay/toast-store";
import { uploadImage } from "../../media/upload";
import { failureMessage, NOT_PLACED, refusal, UNSUPPORTED } from "../../media/upload-rules";
import { IMAGE_ALT } from "../content-handle";
import { addPending } from "./pending-images";

/** An image file and its position in the text. */
export interface PlacedFile {
  file: File;
  at: number;
}

/**
 * Uploads images one after the other, each with a placeholder in the text until it is there. Never rejects.
 * @param onRunning called with 1 when an upload is queued, and with -1 when it has ended
 */
export async function uploadInto(
  editor: Editor,
  files: readonly PlacedFile[],
  onRunning: (change: 1 | -1) => void,
): Promise<void> {
  const queue = files.flatMap(({ file, at }) => {
    const refused = file.type.startsWith("image/") ? refusal(file, "post") : UNSUPPORTED;
    if (refused) {
      toast("error", refused.title, refused.text);
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
      const { title, text } = failureMessage(result.status, result.error, "post");
      toast("error", title, text);
    } else if (pending.settle(result.data.url, IMAGE_ALT)) {
      toast("success", "Image uploaded!", file.name);
    } else {
      toast("error", NOT_PLACED.title, NOT_PLACED.text);
    }
  }
}
