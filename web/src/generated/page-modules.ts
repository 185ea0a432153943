/** Made by scripts/page-modules.mjs: the module and the head of every page. */
import type { PageName } from "../lib/page";
import type { HeadModule, PageModule } from "../lib/page-module";

type Checked<T extends { [N in PageName]: PageModule<N> & HeadModule<N> }> = T;

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
  "admin/account": typeof import("../pages/admin/account") & typeof import("../pages/admin/account.head");
  "admin/posts/list": typeof import("../pages/admin/posts/list") & typeof import("../pages/admin/posts/list.head");
  "admin/posts/edit": typeof import("../pages/admin/posts/edit") & typeof import("../pages/admin/posts/edit.head");
  "admin/media": typeof import("../pages/admin/media") & typeof import("../pages/admin/media.head");
  "admin/enquiries": typeof import("../pages/admin/enquiries") & typeof import("../pages/admin/enquiries.head");
  "admin/bookings": typeof import("../pages/admin/bookings") & typeof import("../pages/admin/bookings.head");
  "admin/subscribers": typeof import("../pages/admin/subscribers") & typeof import("../pages/admin/subscribers.head");
  "admin/authors": typeof import("../pages/admin/authors") & typeof import("../pages/admin/authors.head");
  "admin/settings": typeof import("../pages/admin/settings") & typeof import("../pages/admin/settings.head");
  "admin/audit": typeof import("../pages/admin/audit") & typeof import("../pages/admin/audit.head");
  "admin/staff": typeof import("../pages/admin/staff") & typeof import("../pages/admin/staff.head");
  "admin/redirects": typeof import("../pages/admin/redirects") & typeof import("../pages/admin/redirects.head");
  "admin/forbidden": typeof import("../pages/admin/forbidden") & typeof import("../pages/admin/forbidden.head");
  "admin/restricted": typeof import("../pages/admin/restricted") & typeof import("../pages/admin/restricted.head");
}>;
