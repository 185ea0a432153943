import type { Media } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import { NO_URL, type UploadContext } from "./upload-rules";

/**
 * Uploads an image to the library. Never rejects.
 * @param onProgress called with the share sent so far, from 0 to 1
 * @param folder the folder for the image; absent or empty for none
 */
export async function uploadImage(
  file: File,
  context: UploadContext,
  onProgress: (share: number) => void,
  folder?: string,
): Promise<ApiResult<Media>> {
  const body = new FormData();
  body.append("context", context);
  if (folder) body.append("folder", folder);
  body.append("file", file);
  const transport = fetchWithProgress(onProgress);
  const result = await callApi("POST", "/api/admin/media", { body, transport });
  if (result.ok && !result.data?.url)
    return { ok: false, status: 201, error: { code: NO_URL, message: "" } };
  return result;
}

/** Replaces the file of an image in the library. Never rejects. */
export function replaceImage(id: string, file: File): Promise<ApiResult<Media>> {
  const body = new FormData();
  body.append("file", file);
  return callApi("PUT", "/api/admin/media/{id}/file", { path: { id }, body });
}

/** Returns a `fetch` that reports the progress of the upload, which the browser's `fetch` does not. */
const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? "GET", String(url));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onerror = reject;
      request.onabort = reject;
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status }));
      request.send(init?.body as FormData);
    });
