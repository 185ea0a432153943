import { prerender } from "react-dom/static.edge";
import { App } from "./app";
import type { PageModule } from "./lib/page-module";
import type { Head, Page, Site } from "./lib/types";

type HeadFunction = (props: unknown, site: Site, url: string) => Head;

const pages: Record<string, PageModule> = {
  ...import.meta.glob<PageModule>(
    ["./pages/**/*.tsx", "!./pages/**/*.test.tsx", "!./pages/styleguide.tsx"],
    { eager: true },
  ),
  ...(import.meta.env.VITE_STYLEGUIDE
    ? import.meta.glob<PageModule>("./pages/styleguide.tsx", { eager: true })
    : {}),
};
const heads: Record<string, { head: HeadFunction }> = {
  ...import.meta.glob<{ head: HeadFunction }>(
    ["./pages/**/*.head.ts", "!./pages/styleguide.head.ts"],
    { eager: true },
  ),
  ...(import.meta.env.VITE_STYLEGUIDE
    ? import.meta.glob<{ head: HeadFunction }>("./pages/styleguide.head.ts", { eager: true })
    : {}),
};

/** The page and the site out of the host's JSON. Throws when the page is unknown. */
function parse(json: string): { page: Page; site: Site; module: PageModule } {
  const page = JSON.parse(json) as Page;
  const module = pages[`./pages/${page.component}.tsx`];
  if (!module) throw new Error(`No page "${page.component}"`);
  if (!page.site) throw new Error("The page carries no site");
  return { page, site: page.site, module };
}

/**
 * The head of a page.
 * @param json a Page with `site`; its `head` may be absent
 * @returns JSON of a Head
 */
export function head(json: string): string {
  const { page, site } = parse(json);
  const make = heads[`./pages/${page.component}.head.ts`];
  if (!make) throw new Error(`No head for page "${page.component}"`);
  return JSON.stringify(make.head(page.props, site, page.url));
}

/**
 * The body of a page: what stands in `#root`.
 * @param json a Page with `site`
 * @returns UTF-8 bytes; rejects when any part of the page throws
 */
export async function render(json: string): Promise<Uint8Array> {
  const { page, site, module } = parse(json);
  let failure: unknown;
  const { prelude } = await prerender(
    <App page={page} site={site} module={module} navigate={navigateNowhere} />,
    {
      // Larger boundaries would be moved to the end and put in place by an inline script.
      progressiveChunkSize: 1e9,
      onError(error) {
        failure ??= error;
      },
    },
  );
  // Inside a Suspense boundary React carries on with the fallback; half a page is a failure here.
  if (failure !== undefined) throw failure;
  return collect(prelude);
}

function navigateNowhere(): void {
  // There is nowhere to go while rendering on the server.
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
