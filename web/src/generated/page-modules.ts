/** Made by scripts/page-modules.mjs: the module and the head of every page. */
import type { PageName } from "../lib/page";
import type { HeadModule, PageModule, TitledModule } from "../lib/page-module";

type Checked<T extends { [N in PageName]: PageModule<N> & (HeadModule<N> | TitledModule) }> = T;

export type PageModules = Checked<{
  "home": typeof import("../pages/home") & typeof import("../pages/home.head");
  "about": typeof import("../pages/about") & typeof import("../pages/about.head");
  "services": typeof import("../pages/services") & typeof import("../pages/services.head");
  "seo": typeof import("../pages/seo") & typeof import("../pages/seo.head");
  "contact": typeof import("../pages/contact") & typeof import("../pages/contact.head");
  "booking": typeof import("../pages/booking") & typeof import("../pages/booking.head");
  "newsletter/confirm": typeof import("../pages/newsletter/confirm") & typeof import("../pages/newsletter/confirm.head");
  "newsletter/unsubscribe": typeof import("../pages/newsletter/unsubscribe") & typeof import("../pages/newsletter/unsubscribe.head");
  "privacy": typeof import("../pages/privacy") & typeof import("../pages/privacy.head");
  "not-found": typeof import("../pages/not-found") & typeof import("../pages/not-found.head");
  "error": typeof import("../pages/error") & typeof import("../pages/error.head");
  "styleguide": typeof import("../pages/styleguide") & typeof import("../pages/styleguide.head");
  "blog/index": typeof import("../pages/blog/index") & typeof import("../pages/blog/index.head");
  "blog/post": typeof import("../pages/blog/post") & typeof import("../pages/blog/post.head");
  "author": typeof import("../pages/author") & typeof import("../pages/author.head");
  "preview": typeof import("../pages/preview") & typeof import("../pages/preview.head");
  "auth": typeof import("../pages/auth") & typeof import("../pages/auth.head");
  "admin/posts/list": typeof import("../pages/admin/posts/list") & typeof import("../pages/admin/posts/list.head");
  "admin/posts/edit": typeof import("../pages/admin/posts/edit") & typeof import("../pages/admin/posts/edit.head");
  "admin/media": typeof import("../pages/admin/media");
  "admin/enquiries": typeof import("../pages/admin/enquiries");
  "admin/bookings": typeof import("../pages/admin/bookings");
  "admin/subscribers": typeof import("../pages/admin/subscribers");
  "admin/categories": typeof import("../pages/admin/categories");
  "admin/authors": typeof import("../pages/admin/authors");
  "admin/health": typeof import("../pages/admin/health");
  "admin/settings": typeof import("../pages/admin/settings");
  "admin/audit": typeof import("../pages/admin/audit");
  "admin/staff": typeof import("../pages/admin/staff");
  "admin/redirects": typeof import("../pages/admin/redirects");
  "admin/account": typeof import("../pages/admin/account");
  "admin/forbidden": typeof import("../pages/admin/forbidden") & typeof import("../pages/admin/forbidden.head");
  "admin/restricted": typeof import("../pages/admin/restricted") & typeof import("../pages/admin/restricted.head");
}>;
