import type {
  AdminAccountProps,
  AdminAuditProps,
  AdminAuthorsProps,
  AdminBookingsProps,
  AdminCategoriesProps,
  AdminEnquiriesProps,
  AdminForbiddenProps,
  AdminHealthProps,
  AdminMediaProps,
  AdminPostEditProps,
  AdminPostsListProps,
  AdminRedirectsProps,
  AdminRestrictedProps,
  AdminRow,
  AdminSettingsProps,
  AdminStaffProps,
  AdminSubscribersProps,
  AuthProps,
  Me,
} from "../generated/api";
import { failedMail } from "./mails";
import { image } from "./media";
import { adminPost } from "./posts";
import { siteSettings } from "./settings";

export const me: Me = {
  email: "editor@site.example",
  role: "administrator",
  sections: [
    { href: "/admin/blog", label: "Blog Posts", pages: [] },
    { href: "/admin/media", label: "Media", pages: [] },
    {
      href: "/admin/categories",
      label: "Settings",
      pages: [
        { href: "/admin/categories", label: "Categories" },
        { href: "/admin/staff", label: "Staff" },
        { href: "/admin/audit", label: "Audit log" },
      ],
    },
    { href: "/admin/account", label: "Account", pages: [] },
  ],
};

const row: AdminRow = {
  id: "0191",
  title: "What ==log files== know",
  slug: "log-files",
  summary: "Server logs remember.",
  author: "Admin",
  category: "Technical SEO",
  cover: { ground: "technical-seo", pattern: 1, before: "", marked: "Title", after: "" },
  published: true,
  state: "live",
  state_text: null,
  featured: true,
  trending: false,
  thumbnail_image: null,
  published_date: "2026-11-25T09:00:00Z",
  published_text: "25 Nov 2026",
  updated_text: "25 Nov 2026",
  tags: ["Technical SEO"],
  created_at: "2026-11-25T09:00:00Z",
  created_text: "25 Nov 2026",
  updated_at: "2026-11-25T09:00:00Z",
};

export const auth: AuthProps = {
  mode: "login",
  notice: null,
  token: null,
  is_invitation: false,
  next: null,
  email: "",
  message: null,
  errors: {},
  retry_after: null,
  second_step: null,
};
export const restricted: AdminRestrictedProps = { me, contact_email: "hello@site.example" };
export const staff: AdminStaffProps = {
  me,
  staff: [
    {
      id: "0192",
      email: me.email,
      role: "administrator",
      has_second_factor: true,
      last_sign_in_at: "2026-11-25T09:00:00Z",
      last_sign_in_text: "25 Nov 2026, 09:00",
      sessions: 1,
      is_me: true,
    },
    {
      id: "0193",
      email: "eve@site.example",
      role: "editor",
      has_second_factor: false,
      last_sign_in_at: null,
      last_sign_in_text: null,
      sessions: 0,
      is_me: false,
    },
  ],
  invitations: [
    {
      email: "bob@site.example",
      role: "editor",
      created_at: "2026-11-25T09:00:00Z",
      created_text: "25 Nov 2026, 09:00",
      expires_at: "2026-12-02T09:00:00Z",
      expires_text: "2 Dec 2026, 09:00",
    },
  ],
};
export const account: AdminAccountProps = {
  me,
  sessions: [
    {
      id: "0191",
      device: "Firefox on Linux",
      ip: "192.0.2.1",
      is_current: true,
      created_at: "2026-11-25T09:00:00Z",
      created_text: "25 Nov 2026, 09:00",
      last_used_at: "2026-11-25T09:00:00Z",
      last_used_text: "25 Nov 2026, 09:00",
    },
  ],
  second_factor: {
    is_required: false,
    has_totp: true,
    passkeys: [{ id: "0192", name: "Laptop", created_text: "25 Nov 2026", last_used_text: null }],
    has_passkeys: true,
    recovery_codes: 9,
  },
};
export const list = {
  me,
  posts: [row],
  counts: { draft: 1, scheduled: 2, live: 8, trash: 3 },
  page: 2,
  per_page: 10,
  pages: 2,
  total: 11,
  more: false,
  search: "log",
  status: "published",
  sort: "title",
  dir: "asc",
  path: "/blog-post-manager",
} satisfies AdminPostsListProps;
export const edit: AdminPostEditProps = {
  me,
  post: adminPost,
  categories: ["Technical SEO"],
  section_tags: ["SEO", "About"],
  tag_suggestions: [],
};
export const categories: AdminCategoriesProps = {
  me,
  categories: [
    {
      id: "0194",
      name: "Log files",
      description: "What servers write down.",
      version: 1,
      url: "/blog?tag=Log%20files",
      posts: 1,
      is_fixed: false,
    },
  ],
};
export const authors: AdminAuthorsProps = {
  me,
  authors: [
    {
      id: "0193",
      slug: "anna-example",
      url: "/authors/anna-example",
      name: "Anna Example",
      job_title: "Search Analyst",
      bio: "Anna reads logs.",
      portrait: null,
      avatar: "/images/avatar-default.svg",
      links: [],
      years_of_experience: null,
      version: 1,
      posts: 1,
      created_at: "2026-11-01T09:00:00Z",
      updated_at: "2026-11-02T09:00:00Z",
    },
  ],
};
export const media: AdminMediaProps = {
  me,
  search: "team",
  folder: "Team",
  list: {
    page: 1,
    per_page: 24,
    total: 1,
    pages: 1,
    media: [image],
    folders: [{ name: "Team", count: 1 }],
  },
};
export const forbidden: AdminForbiddenProps = {
  email: "b@site.example",
  contact_email: "a@site.example",
};

export const enquiries = {
  me,
  enquiries: [
    {
      id: "0192",
      type: "quiz-lead",
      status: "new",
      name: "Anna Example",
      email: "anna@site.example",
      website: "site.example",
      company: "",
      phone: "",
      message: "Are <b>we</b> found?",
      report_type: "discovery-call",
      answers: { goal: "traffic" },
      source_page: "/seo",
      consent: "",
      note: "Call back",
      repeats: 2,
      created_at: "2026-11-25T09:00:00Z",
      created_text: "25 Nov 2026, 09:00",
      updated_at: "2026-11-25T09:00:00Z",
      delivery: "failed",
      mails: [{ ...failedMail, subject: "Quiz" }],
    },
  ],
  page: 1,
  per_page: 20,
  pages: 2,
  total: 21,
  search: "anna",
  status: "new",
  type: "quiz-lead",
  retention_months: 24,
} satisfies AdminEnquiriesProps;
export const bookings = {
  me,
  bookings: [
    {
      id: "0195",
      status: "upcoming",
      start: "2026-11-25T14:00:00Z",
      end: "2026-11-25T14:20:00Z",
      date: "2026-11-25",
      time: "14:00",
      name: "Anna Example",
      email: "anna@site.example",
      website: "",
      message: "About <b>June</b>",
      changes: 1,
      created_at: "2026-11-21T09:00:00Z",
      created_text: "21 Nov 2026, 09:00",
      updated_at: "2026-11-21T09:00:00Z",
      delivery: "sent",
      mails: [
        {
          id: "0196",
          kind: "visitor-booking-reminder",
          recipient: "anna@site.example",
          subject: "Reminder: your discovery call",
          state: "queued",
          attempts: 0,
          last_error: null,
          next_attempt_at: "2026-11-24T14:00:00Z",
          created_at: "2026-11-24T14:00:00Z",
          sent_at: null,
        },
      ],
    },
  ],
  page: 1,
  per_page: 20,
  pages: 2,
  total: 21,
  search: "anna",
  status: "upcoming" as AdminBookingsProps["status"],
} satisfies AdminBookingsProps;
export const subscribers = {
  me,
  subscribers: [
    {
      id: "0194",
      email: "anna@site.example",
      status: "confirmed",
      source_page: "/blog",
      consent: "",
      asked_at: "2026-11-25T09:00:00Z",
      confirmed_at: "2026-11-25T09:00:00Z",
      confirmed_text: "25 Nov 2026",
      unsubscribed_at: null,
      created_at: "2026-11-25T09:00:00Z",
      created_text: "25 Nov 2026",
    },
  ],
  page: 1,
  per_page: 50,
  pages: 1,
  total: 1,
  search: "",
  status: "all",
} satisfies AdminSubscribersProps;

export const audit = {
  me,
  entries: [
    {
      id: "0195",
      at: "2026-11-25T09:00:00Z",
      at_text: "25 Nov 2026, 09:00",
      actor: "anna@site.example",
      action: "post.changed",
      object: "post 0190",
      address: "192.0.2.0/24",
      before: { title: "Old" },
      after: { title: "New" },
    },
  ],
  page: 1,
  per_page: 50,
  pages: 1,
  total: 1,
  actor: "",
  action: "post",
  object: "",
  since: "2026-11-01",
  until: "",
  actions: ["post.created", "post.changed"],
} satisfies AdminAuditProps;

export const redirects = {
  me,
  redirects: [
    {
      id: "0196",
      kind: "by_hand",
      source: "/old",
      target: "/seo",
      hits: 3,
      last_hit_at: "2026-11-25T09:00:00Z",
      last_hit_text: "25 Nov 2026",
    },
    {
      id: "post:one",
      kind: "renamed_post",
      source: "/blog/one",
      target: "/blog/two",
      hits: 0,
      last_hit_at: null,
      last_hit_text: null,
    },
  ],
  page: 1,
  per_page: 50,
  pages: 1,
  total: 2,
  missed: {
    addresses: [
      {
        id: "0197",
        path: "/gone",
        misses: 2,
        last_seen_at: "2026-11-25T09:00:00Z",
        last_seen_text: "25 Nov 2026",
      },
    ],
    total: 1,
  },
  search: "",
} satisfies AdminRedirectsProps;
export const health: AdminHealthProps = {
  me,
  is_running: false,
  failure: null,
  newest: {
    checked_at: "2026-11-25T09:00:00Z",
    checked_text: "25 Nov 2026, 09:00",
    addresses: 44,
    pages: 40,
    complete: false,
    errors: 1,
    warnings: 2,
    kinds: [
      { kind: "broken_links", errors: 1, warnings: 0 },
      { kind: "images_size", errors: 0, warnings: 2 },
    ],
    findings: [
      {
        address: "https://site.example/blog/one",
        kind: "broken_links",
        level: "bad",
        value: "1: https://site.example/gone (404)",
        threshold: "0",
        advice: "Correct or remove links that lead nowhere.",
        url: "/blog/one",
        post_id: "0191",
      },
      {
        address: "https://site.example/about",
        kind: "images_size",
        level: "warn",
        value: "1: /a.png",
        threshold: "0",
        advice: "Set the width and height of each image.",
        url: "/about",
        post_id: null,
      },
    ],
  },
  trend: [
    {
      checked_at: "2026-11-24T09:00:00Z",
      checked_text: "24 Nov 2026, 09:00",
      errors: 3,
      warnings: 0,
    },
    {
      checked_at: "2026-11-25T09:00:00Z",
      checked_text: "25 Nov 2026, 09:00",
      errors: 1,
      warnings: 2,
    },
  ],
  rules: [
    { kind: "broken_links", errors: [3, 1], warnings: [0, 0] },
    { kind: "images_size", errors: [0, 0], warnings: [0, 2] },
  ],
};
export const settings: AdminSettingsProps = {
  me,
  current: { settings: siteSettings, version: 2 },
  versions: [
    { version: 2, created_text: "25 Nov 2026, 09:00" },
    { version: 1, created_text: "24 Nov 2026, 09:00" },
  ],
};
