import { useState } from "react";
import type { Media } from "../../../generated/api";
import { toast } from "../../../ui/overlay/toast-store";
import { uploadImage } from "./upload";
import {
  failureMessage,
  type Message,
  NO_FILE,
  refusal,
  SUCCESS,
  type UploadContext,
  uploadedText,
} from "./upload-rules";

/** A file that is being uploaded. */
export interface RunningUpload {
  id: number;
  name: string;
  /** The share sent so far, from 0 to 1. */
  share: number;
}

interface Uploads {
  running: RunningUpload[];
  /** Uploaded images whose text has not been asked for yet, in the order of asking. */
  waiting: Media[];
  upload: (files: readonly File[]) => Promise<void>;
  /** Removes an image from `waiting`. `isElsewhere`: what was typed about it so far is not saved. */
  answered: (id: string, isElsewhere?: boolean) => void;
}

let lastId = 0;

/** Ids of the images that were described or deleted elsewhere while their text was asked for. */
const settled = new Set<string>();
export const isSettled = (id: string): boolean => settled.has(id);

/**
 * Uploads files one after the other and reports the result in a toast, which replaces the previous one.
 * @param onUploaded called with each uploaded image
 * @param folder the folder for the images; absent or empty for none
 */
export function useUploads(
  context: UploadContext,
  onUploaded: (media: Media) => void,
  folder?: string,
): Uploads {
  const [running, setRunning] = useState<RunningUpload[]>([]);
  const [waiting, setWaiting] = useState<Media[]>([]);

  const upload = async (files: readonly File[]) => {
    const failures: [File, Message][] = [];
    const queue = files.flatMap((file) => {
      const refused = refusal(file, context);
      if (refused) {
        failures.push([file, refused]);
        return [];
      }
      lastId += 1;
      return [{ file, id: lastId, name: file.name, share: 0 }];
    });
    setRunning((before) => [...before, ...queue]);
    for (const { file, id } of queue) {
      const onProgress = (share: number) =>
        setRunning((before) => before.map((one) => (one.id === id ? { ...one, share } : one)));
      const result = await uploadImage(file, context, onProgress, folder);
      setRunning((before) => before.filter((one) => one.id !== id));
      if (result.ok) {
        onUploaded(result.data);
        setWaiting((before) => [...before, result.data]);
      } else failures.push([file, failureMessage(result.status, result.error, context)]);
    }
    const failed = failures.at(-1)?.[1] ?? (files[0] ? null : NO_FILE);
    const { title, text } = failed ?? SUCCESS[context];
    const isPart = failed && files[1];
    toast(
      failed ? "error" : "success",
      title,
      isPart ? uploadedText(files.length, failures) : text,
    );
  };
  const answered = (id: string, isElsewhere = false) => {
    if (isElsewhere) settled.add(id);
    setWaiting((before) => before.filter((one) => one.id !== id));
  };
  return { running, waiting, upload, answered };
}
