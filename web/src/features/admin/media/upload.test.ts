import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { uploadImage } from "./upload";
import { NO_URL } from "./upload-rules";
import "../../../lib/session";

/** The server's responses, in order: status and body; null for a broken connection. */
let answers: ([number, string] | null)[];
let sent: { method: string; url: string; body: FormData }[];
const refresh = vi.fn<typeof fetch>();

class FakeRequest {
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = "";
  #target = { method: "", url: "" };
  open(method: string, url: string) {
    this.#target = { method, url };
  }
  setRequestHeader() {}
  send(body: FormData) {
    sent.push({ ...this.#target, body });
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    const next = answers.shift();
    if (!next) return this.onerror?.();
    [this.status, this.responseText] = next;
    this.onload?.();
  }
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("fetch", refresh);
});
afterEach(() => {
  vi.unstubAllGlobals();
  refresh.mockReset();
});

const file = new File(["x"], "x.png", { type: "image/png" });
const upload = (onProgress = vi.fn()) => uploadImage(file, "post", onProgress);
const media = JSON.stringify({ id: "1", url: "/media/images/1.png" });

it("sends the file and its context, and reports progress", async () => {
  answers = [[201, media]];
  const onProgress = vi.fn();
  expect(await upload(onProgress)).toMatchObject({ ok: true, data: { id: "1" } });
  expect(onProgress).toHaveBeenCalledWith(0.25);
  expect(sent).toMatchObject([{ method: "POST", url: "/api/admin/media" }]);
  expect([...(sent[0]?.body ?? [])]).toEqual([
    ["context", "post"],
    ["file", file],
  ]);
});

it("sends the folder for the image", async () => {
  answers = [[201, media]];
  await uploadImage(file, "gallery", vi.fn(), "Team photos");
  expect(sent[0]?.body.get("folder")).toBe("Team photos");
});

it("renews an expired session once and sends the file again", async () => {
  answers = [
    [401, "{}"],
    [201, media],
  ];
  refresh.mockImplementation(async () => Response.json({ session: null }));
  expect((await upload()).ok).toBe(true);
  expect(sent).toHaveLength(2);
  expect(refresh.mock.calls.map(([url]) => url)).toEqual([
    "/api/auth/session",
    "/api/auth/refresh",
  ]);
});

it("returns the server's error, and an error if the response has no address", async () => {
  answers = [[413, JSON.stringify({ error: { code: "too_large", message: "Too large" } })]];
  expect(await upload()).toMatchObject({ status: 413, error: { code: "too_large" } });
  answers = [[201, "{}"]];
  expect(await upload()).toMatchObject({ ok: false, status: 201, error: { code: NO_URL } });
});

it("reports a broken connection and a response that is not JSON", async () => {
  answers = [null];
  expect(await upload()).toMatchObject({ status: 0, error: { code: "network" } });
  answers = [[502, "<html>"]];
  expect(await upload()).toMatchObject({ status: 502, error: { code: "unexpected" } });
});
