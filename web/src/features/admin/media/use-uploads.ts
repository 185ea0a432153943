import { useState } from "react";
import type { Media } from "../../../generated/api";
import { toast } from "../../../ui/overlay/toast-store";
import { uploadImage } from "./upload";
import {
  failureMessage,
  NO_FILE,
  refusal,
  successMessage,
  type UploadContext,
} from "./upload-rules";

/** A file on its way. */
export interface RunningUpload {
  id: number;
  name: string;
  /** The share that was sent, from 0 to 1. */
  share: number;
}

interface Uploads {
  running: RunningUpload[];
  /** Uploaded images whose text was not asked for yet, the first to be asked for first. */
  waiting: Media[];
  upload: (files: readonly File[]) => Promise<void>;
  /** Takes an image off those that wait. */
  answered: (id: string) => void;
}

let lastId = 0;

/**
 * Sends files one after the other and says how it went.
 * @param onUploaded called with each image that the library took
 * @param folder the folder that they go into; empty for none
 */
export function useUploads(
  context: UploadContext,
  onUploaded: (media: Media) => void,
  folder = "",
): Uploads {
  const [running, setRunning] = useState<RunningUpload[]>([]);
  const [waiting, setWaiting] = useState<Media[]>([]);

  const upload = async (files: readonly File[]) => {
    if (files.length === 0) toast("error", NO_FILE.title, NO_FILE.text);
    const queue = files.flatMap((file) => {
      const refused = refusal(file, context);
      if (refused) {
        toast("error", refused.title, refused.text);
        return [];
      }
      lastId += 1;
      return [{ file, id: lastId }];
    });
    setRunning((before) => [
      ...before,
      ...queue.map(({ file, id }) => ({ id, name: file.name, share: 0 })),
    ]);
    for (const { file, id } of queue) {
      const onProgress = (share: number) =>
        setRunning((before) => before.map((one) => (one.id === id ? { ...one, share } : one)));
      const result = await uploadImage(file, context, onProgress, folder);
      setRunning((before) => before.filter((one) => one.id !== id));
      const said = result.ok
        ? successMessage(context)
        : failureMessage(result.status, result.error, context);
      toast(result.ok ? "success" : "error", said.title, said.text);
      if (result.ok) {
        onUploaded(result.data);
        setWaiting((before) => [...before, result.data]);
      }
    }
  };
  const answered = (id: string) => setWaiting((before) => before.filter((one) => one.id !== id));
  return { running, waiting, upload, answered };
}
