import type { Page, Request } from "@playwright/test";

/** Records the requests of a page since its creation. */
export class Traffic {
  private requests: Request[] = [];

  constructor(page: Page) {
    page.on("request", (request) => this.requests.push(request));
  }

  /** Forgets all requests so far. */
  clear(): void {
    this.requests = [];
  }

  /** Returns paths with query of the requested documents. */
  documents(): string[] {
    return this.paths((request) => request.resourceType() === "document");
  }

  /** Returns paths with query of the requests made by scripts. */
  fetches(): string[] {
    return this.paths((request) => request.resourceType() === "fetch");
  }

  /** Returns paths with query of all requests. */
  all(): string[] {
    return this.paths(() => true);
  }

  private paths(wanted: (request: Request) => boolean): string[] {
    return this.requests.filter(wanted).map((request) => {
      const { pathname, search } = new URL(request.url());
      return pathname + search;
    });
  }
}
