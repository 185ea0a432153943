import { vi } from "vitest";

/** Sees nothing: the test environment lays nothing out. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Replaces what whole pages need of a browser and the test environment lacks: observers, media queries and a server,
 * which never answers. Silences React, which reports every failure that a boundary has caught.
 */
export function stubBrowser(): void {
  vi.stubGlobal("IntersectionObserver", NoObserver);
  vi.stubGlobal("ResizeObserver", NoObserver);
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.spyOn(console, "error").mockImplementation(() => {});
}
