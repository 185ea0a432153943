import type { Evidence, PageProps, Site } from "../generated/api";
import type { Head, Page, PageName } from "../lib/page";

/** A brand for tests. */
export const site: Site = {
  name: "Found First",
  legal_name: "Found First Ltd",
  strapline: "Search consultancy.",
  founding_year: 2011,
  public_url: "https://site.example/",
  shown_host: "site.example",
  contact_email: "hello@site.example",
  year: 2026,
  time_zone: "Europe/London",
  founder: {
    name: "Alex Founder",
    title: "Founder",
    bio: "",
    email: "alex@site.example",
    network_url: "https://network.example/alex",
    social_url: "",
    photo: null,
  },
  social_profiles: [],
  categories: [
    "Technical SEO",
    "Algorithm Updates",
    "Content Strategy",
    "Link Building",
    "Local SEO",
    "Analytics & Data",
    "E-commerce SEO",
    "Mobile SEO",
  ],
  section_tags: ["SEO"],
};

/** Results of clients, for the home page. */
export const evidence: Evidence = {
  case_study: {
    client: "Northquay",
    summary: "A move had cost it visits.",
    period: "seven months",
    measures: [{ name: "Enquiries", before: "31", after: "74" }],
  },
  figures: [{ value: "212", label: "audits since 2011" }],
};

/** Periods in the privacy notice. */
export const privacyPeriods = {
  retention_months: 24,
  sign_up_hours: 24,
  subscription_days: 30,
  failure_hours: 24,
  session_days: 30,
  mail_days: 30,
};

export const head: Head = {
  title: "A page",
  description: "About a page",
  canonical: "https://site.example/page",
  robots: null,
  og: {
    type: "website",
    title: "A page",
    description: "About a page",
    image: null,
    url: "https://site.example/page",
  },
  meta: [],
  links: [],
  json_ld: [],
};

/** Returns a page of build "v1" with the given props. */
export const makePage = <N extends PageName>(
  component: N,
  url: string,
  props: Partial<PageProps[N]> = {},
): Page<N> => ({
  component,
  props: props as PageProps[N],
  url,
  head,
  version: "v1",
});
