import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InApp } from "../../test-support/in-app";
import { render, unmount } from "../../test-support/render";
import AdminForbidden, { chrome } from "./forbidden";

const calls: string[] = [];
let left = 0;
beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? "GET"} ${url}`);
    return new Response(JSON.stringify({ session: { expires_in: left } }));
  });
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = () =>
  render(
    <InApp url="/admin/blog">
      <chrome.layout>
        <AdminForbidden email="b@site.example" contact_email="a@site.example" />
      </chrome.layout>
    </InApp>,
  );

it("renews the session of an account that waits for rights", async () => {
  await draw();
  left = 400;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["GET /api/auth/session"]);
  left = 299;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.slice(1)).toEqual([
    "GET /api/auth/session",
    "GET /api/auth/session",
    "POST /api/auth/refresh",
  ]);
});
