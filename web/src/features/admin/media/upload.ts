import { type ApiResult, callApi } from "../../../lib/api";
import { clearPageCache } from "../../../lib/page-cache";
import type { ApiError, Media } from "../../../lib/types";
import { NO_URL, type UploadContext } from "./upload-rules";

/**
 * Sends an image to the library. An expired session is renewed once. Never rejects.
 * @param onProgress told the share that was sent, from 0 to 1
 */
export async function uploadImage(
  file: File,
  context: UploadContext,
  onProgress: (share: number) => void,
): Promise<ApiResult<Media>> {
  let result = await send(file, context, onProgress);
  if (!result.ok && result.status === 401) {
    const renewed = await callApi("/api/auth/refresh", { method: "POST", body: {} });
    if (renewed.ok) result = await send(file, context, onProgress);
  }
  if (result.ok) clearPageCache();
  return result;
}

/** `fetch` does not tell how much of a body was sent. */
function send(
  file: File,
  context: UploadContext,
  onProgress: (share: number) => void,
): Promise<ApiResult<Media>> {
  const form = new FormData();
  form.append("context", context);
  form.append("file", file);
  return new Promise((resolve) => {
    const fail = (status: number, error: ApiError) => resolve({ ok: false, status, error });
    const request = new XMLHttpRequest();
    request.open("POST", "/api/admin/media");
    request.setRequestHeader("accept", "application/json");
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onerror = () => fail(0, { code: "network", message: "" });
    request.onabort = request.onerror;
    request.onload = () => {
      try {
        const answer = JSON.parse(request.responseText) as Media & { error?: ApiError };
        if (request.status === 201 && answer.url) resolve({ ok: true, data: answer });
        else if (request.status === 201) fail(201, { code: NO_URL, message: "" });
        else fail(request.status, answer.error ?? { code: "unexpected", message: "" });
      } catch {
        fail(request.status, { code: "unexpected", message: "" });
      }
    };
    request.send(form);
  });
}
