/** What the quiz can recommend; the server's `report_type`. */
export type ReportType =
  | "keyword-research"
  | "site-health-check"
  | "competitor-analysis"
  | "discovery-call";

export type OutcomeId =
  | "outcome-traffic"
  | "outcome-fixing"
  | "outcome-competitors"
  | "outcome-expert";
export type QuestionId =
  | "step-1"
  | "traffic-situation"
  | "fixing-concerns"
  | "competitor-familiarity";
export type StepId = QuestionId | OutcomeId;

export interface Question {
  /** Name in the path of the card. */
  name: string;
  question: string;
  options: { id: string; label: string; value: string }[];
  /** The next step by answer. */
  nextStep: Record<string, StepId>;
}

export interface Outcome {
  name: string;
  title: { before: string; found: string };
  description: string;
  reportType: ReportType;
}

export const QUIZ_INTRO = {
  title: { before: "SEO growth ", found: "quiz" },
  lead: "Two answers, then a report or a call, whichever is more useful.",
  expert: "I'd rather talk to someone",
  expertHref: "/contact?tab=schedule#contact-panel",
  withoutScripts:
    "The quiz needs JavaScript. The form above doesn't, and a person reads every message.",
} as const;

/** The answer of the link below the first question; it is not one of the options. */
export const EXPERT = "expert";

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ id: value, label, value }));

export const QUESTIONS: Record<QuestionId, Question> = {
  "step-1": {
    name: "situation",
    question: "Which of these sounds most like you?",
    options: options({
      traffic: "We need more visitors from search",
      targeted: "We get visitors, but the wrong ones",
      fixing: "Something on the site needs fixing",
      authority: "Competitors are seen as the experts",
      conversion: "Visitors come, then leave without getting in touch",
    }),
    nextStep: {
      traffic: "traffic-situation",
      targeted: "traffic-situation",
      conversion: "traffic-situation",
      fixing: "fixing-concerns",
      authority: "competitor-familiarity",
      [EXPERT]: "outcome-expert",
    },
  },
  "traffic-situation": {
    name: "traffic",
    question: "What seems to be holding you back?",
    options: options({
      "not-ranking": "We hardly rank for anything",
      keywords: "We rank, but maybe for the wrong words",
    }),
    nextStep: { "not-ranking": "outcome-traffic", keywords: "outcome-traffic" },
  },
  "fixing-concerns": {
    name: "fixing",
    question: "What worries you most about the site?",
    options: options({
      slow: "It is slow",
      "seo-basics": "The SEO basics may be missing",
      "not-sure": "Not sure",
    }),
    nextStep: {
      slow: "outcome-fixing",
      "seo-basics": "outcome-fixing",
      "not-sure": "outcome-fixing",
    },
  },
  "competitor-familiarity": {
    name: "competitors",
    question: "How well do you know who outranks you?",
    options: options({
      "know-not-rank": "Well: we know exactly who they are",
      opportunities: "A little: show us the gaps they've left",
      "full-overview": "Not well: we need the full picture",
    }),
    nextStep: {
      "know-not-rank": "outcome-competitors",
      opportunities: "outcome-competitors",
      "full-overview": "outcome-competitors",
    },
  },
};

export const OUTCOMES: Record<OutcomeId, Outcome> = {
  "outcome-traffic": {
    name: "keywords",
    title: { before: "A ", found: "Keyword Research Report" },
    description:
      "The words your future customers type, how hard each is to win, and which of your pages should answer it.",
    reportType: "keyword-research",
  },
  "outcome-fixing": {
    name: "health",
    title: { before: "A ", found: "Site Health Check" },
    description:
      "What crawlers trip over on your site, sorted by what it costs you, with a fix for each.",
    reportType: "site-health-check",
  },
  "outcome-competitors": {
    name: "gaps",
    title: { before: "A ", found: "Competitor Gap Analysis" },
    description:
      "Who is found instead of you, what they answer that you don't, and the gaps they've left.",
    reportType: "competitor-analysis",
  },
  "outcome-expert": {
    name: "call",
    title: { before: "A ", found: "Discovery Call" },
    description: "20 minutes by video with the person who would do the work. Free, and no slides.",
    reportType: "discovery-call",
  },
};

/** Names of the steps in the drawing of the quiz. */
export const LEGENDS: Record<StepId, string> = {
  "step-1": "You",
  "traffic-situation": "Traffic",
  "fixing-concerns": "Fixes",
  "competitor-familiarity": "Rivals",
  "outcome-traffic": "Keyword report",
  "outcome-fixing": "Health check",
  "outcome-competitors": "Gap analysis",
  "outcome-expert": "Discovery call",
};

/** Texts that differ between a report and a call. */
export const LEAD = {
  report: {
    title: "Where should we send it?",
    toOutcome: "Continue to Get Your Report",
    action: "Get Your Report",
    toast: "Thank you! Your report is being prepared.",
    success: "Thank you! Your report will be sent to your email shortly.",
  },
  call: {
    title: "Who should we invite?",
    toOutcome: "Continue to Get Your Call",
    action: "Get Your Call",
    toast: "Thank you! Your call is being prepared.",
    success: "Thank you! Your call details will be sent to your email shortly.",
  },
  failure: "Something went wrong. Please try again.",
  again: "Submit Another Request",
} as const;
