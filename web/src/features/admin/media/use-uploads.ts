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
  /** Removes an image from `waiting`. */
  answered: (id: string) => void;
}

let lastId = 0;

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
    let said = files[0] ? SUCCESS[context] : NO_FILE;
    const failures: string[] = [];
    const fail = ({ name }: File, why: Message) => {
      said = why;
      failures.push(`${name}: ${why.text}`);
    };
    const queue = files.flatMap((file) => {
      const refused = refusal(file, context);
      if (refused) {
        fail(file, refused);
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
      } else fail(file, failureMessage(result.status, result.error, context));
    }
    const isDone = said === SUCCESS[context];
    toast(
      isDone ? "success" : "error",
      said.title,
      isDone || !files[1]
        ? said.text
        : `${files.length - failures.length} of ${files.length} uploaded. ${failures.join("; ")}`,
    );
  };
  const answered = (id: string) => setWaiting((before) => before.filter((one) => one.id !== id));
  return { running, waiting, upload, answered };
}
