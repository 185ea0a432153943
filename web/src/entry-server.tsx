import { renderToString } from "react-dom/server";
import { App } from "./app";
import { FragmentCache } from "./fragment-cache";
import type { Site } from "./generated/api";
import { ServerFooter } from "./layout/site/server-footer";
import type { Page } from "./lib/page";
import type { HeadModule, PageModule } from "./lib/page-module";
import { splitUrl } from "./lib/url";
import { titledHead } from "./seo/admin-head";

const pages: Record<string, PageModule> = {
  ...import.meta.glob<PageModule>(
    ["./pages/**/*.tsx", "!./pages/**/*.test.tsx", "!./pages/styleguide.tsx"],
    { eager: true },
  ),
  ...(import.meta.env.VITE_STYLEGUIDE
    ? import.meta.glob<PageModule>("./pages/styleguide.tsx", { eager: true })
    : {}),
};
const heads: Record<string, HeadModule> = {
  ...import.meta.glob<HeadModule>(["./pages/**/*.head.ts", "!./pages/styleguide.head.ts"], {
    eager: true,
  }),
  ...(import.meta.env.VITE_STYLEGUIDE
    ? import.meta.glob<HeadModule>("./pages/styleguide.head.ts", { eager: true })
    : {}),
};

/** A page whose head was made: its body comes next, from the same JSON. */
let latest: { json: string; page: Page } | null = null;

/** The page and the site out of the host's JSON. Throws when the page is unknown. */
function parse(json: string): { page: Page; site: Site; module: PageModule } {
  const page = latest?.json === json ? latest.page : (JSON.parse(json) as Page);
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
  const { page, site, module } = parse(json);
  latest = { json, page };
  const make = heads[`./pages/${page.component}.head.ts`];
  if (make) return JSON.stringify(make.head(page.props, site, page.url));
  const title = module.chrome?.title;
  if (!title) throw new Error(`No head for page "${page.component}"`);
  return JSON.stringify(titledHead(site, splitUrl(page.url).path, title));
}

const fragments = new FragmentCache();

/** React's mark on a boundary whose content it left to the browser. */
export const LEFT_OUT = "<!--$!-->";

/**
 * The body of a page: what stands in `#root`.
 * @param json a Page with `site`
 * @returns HTML
 * @throws when any part of the page throws, or waits: the server's modules are all there, so nothing needs to
 */
export function render(json: string): string {
  const { page, site, module } = parse(json);
  latest = null;
  fragments.prepare(site);
  const html = renderToString(
    <App
      page={page}
      site={site}
      module={module}
      navigate={navigateNowhere}
      Footer={ServerFooter}
      renderFragment={(name, content) =>
        fragments.render(site, page.url, navigateNowhere, name, content)
      }
    />,
  );
  // Inside a Suspense boundary React carries on with the fallback; half a page is a failure here.
  if (html.includes(LEFT_OUT)) throw new Error("A part of the page was not rendered");
  // Text cut through a character would be no text to the host.
  return html.toWellFormed();
}

function navigateNowhere(): void {
  // There is nowhere to go while rendering on the server.
}
