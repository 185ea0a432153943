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

/** The page whose head was rendered last: its body is rendered next, from the same JSON. */
let latest: { json: string; page: Page } | null = null;

/** Parses the host's JSON. Throws if the page is unknown. */
function parse(json: string): { page: Page; site: Site; module: PageModule } {
  const page = latest?.json === json ? latest.page : (JSON.parse(json) as Page);
  const module = pages[`./pages/${page.component}.tsx`];
  if (!module) throw new Error(`No page "${page.component}"`);
  if (!page.site) throw new Error("The page carries no site");
  return { page, site: page.site, module };
}

/**
 * Renders the head of a page.
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

/** React's marker of a boundary whose content was left to the browser. */
export const LEFT_OUT = "<!--$!-->";

/**
 * Renders the body of a page: the content of `#root`.
 * @param json a Page with `site`
 * @returns HTML
 * @throws if any part of the page throws or suspends, which none needs to do, as all modules are loaded
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
  // Inside a Suspense boundary React continues with the fallback, but an incomplete page is an error here.
  if (html.includes(LEFT_OUT)) throw new Error("A part of the page was not rendered");
  // The host needs valid Unicode, so unpaired surrogates are replaced.
  return html.toWellFormed();
}

function navigateNowhere(): void {
  // Navigation does nothing during server rendering.
}
