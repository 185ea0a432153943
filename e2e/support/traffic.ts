import type { Page, Request } from "@playwright/test";

/** The requests of a page from the moment it is made. */
export class Traffic {
  private requests: Request[] = [];

  constructor(page: Page) {
    page.on("request", (request) => this.requests.push(request));
  }

  /** Forgets what has been. */
  clear(): void {
    this.requests = [];
  }

  /** Paths with query of the documents that were asked for. */
  documents(): string[] {
    return this.paths((request) => request.resourceType() === "document");
  }

  /** Paths with query of what scripts asked for. */
  fetches(): string[] {
    return this.paths((request) => request.resourceType() === "fetch");
  }

  /** Paths with query of everything. */
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
