/** A question with its answer, plain text. */
export interface Faq {
  question: string;
  answer: string;
}

export const SERVICES_FAQ: readonly Faq[] = [
  {
    question: "How long before we see results?",
    answer:
      "Most sites see results in 3 to 6 months. We agree what counts as a result before we start, and report against it.",
  },
  {
    question: "How long are your agreements?",
    answer:
      "Agreements run for 6 to 12 months: long enough for the work to be crawled, indexed and measured, short enough to keep us honest.",
  },
  {
    question: "Do you work with our developers?",
    answer:
      "Yes. Fixes arrive as tickets with the reason, the template they touch and the test that proves them. We stay on the thread until they ship.",
  },
  {
    question: "Will AI overviews take our traffic?",
    answer:
      "Some of it, mostly the visits that never bought anything. We work on being the source the overview cites, and on the queries that still end in a click.",
  },
  {
    question: "What happens in an audit?",
    answer:
      "We read your logs, crawl and render your templates, and compare what we find with what search engines indexed. You get one list, most urgent first.",
  },
  {
    question: "Can you help after a site move?",
    answer:
      "Yes. We map what was lost, repair the redirects, and put back the signals that went missing. It's quicker if you ask us before you move.",
  },
];

export const SEO_FAQ: readonly Faq[] = [
  {
    question: "How soon does SEO work?",
    answer:
      "You should typically see first results within 2-3 months, and significant results within 4-6 months. Sites with a long list of technical faults often move sooner.",
  },
  {
    question: "What is technical SEO?",
    answer:
      "The work that lets a search engine fetch, render and understand every page that matters, and skip the ones that don't: crawling, indexing, speed, structure and markup.",
  },
  {
    question: "Do you write the content as well?",
    answer:
      "We write the briefs, and the articles too if you want them. Your experts check the facts, because a wrong page is worse than a missing one.",
  },
  {
    question: "How do you choose keywords?",
    answer:
      "Intent first, volume second. We group the questions your buyers ask, decide which page should answer each, and track those rather than whichever terms look biggest.",
  },
  {
    question: "What do you do after a core update?",
    answer:
      "Wait for it to finish, then compare page types rather than pages. We tell you what changed, what didn't, and whether anything needs doing at all.",
  },
  {
    question: "Can AI assistants read our site?",
    answer:
      "Usually, if the text is in the HTML. Many assistants don't run scripts, so we test what they fetch and move anything important to where they can see it.",
  },
];
