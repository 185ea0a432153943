import { SERVICES_FAQ } from "../content/faq";
import { SERVICES } from "../content/services";
import type { ServicesProps, Site } from "../generated/api";
import type { Head } from "../lib/page";
import { fitTitle } from "../seo/fit-title";
import { faqPage, service } from "../seo/json-ld";
import { pageHead } from "../seo/page-head";

export function head(_props: ServicesProps, site: Site): Head {
  const path = "/services";
  return pageHead(site, {
    path,
    title: fitTitle(
      `SEO Services Built For Search | ${site.name}`,
      "Ten SEO Services, Each Built For Search",
    ),
    description:
      "Ten SEO services, one method: technical audits, content strategy, digital PR, local SEO, Core Web Vitals, migrations, analytics and answer engine work.",
    crumbs: [{ name: "Services", path }],
    jsonLd: [
      ...SERVICES.map(({ id, title, description }) =>
        service(site, { name: title, description, path: `${path}#${id}` }),
      ),
      faqPage(site, path, [...SERVICES_FAQ]),
    ],
  });
}
