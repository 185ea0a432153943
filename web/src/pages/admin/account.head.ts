import type { AdminAccountProps, Site } from "../../generated/api";
import type { Head } from "../../lib/page";
import { adminHead } from "../../seo/admin-head";

export function head(_props: AdminAccountProps, site: Site): Head {
  return adminHead(site, {
    path: "/admin/account",
    title: `Account | ${site.name}`,
    description: `Sessions, password and two-step sign-in of an account at ${site.name}.`,
  });
}
