import { vi } from "vitest";

/** Never reports anything, as the test environment has no layout. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Stubs what whole pages need from a browser and the test environment lacks: observers, media queries, and a server
 * that never responds. Silences React, which logs every error that a boundary has caught.
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
