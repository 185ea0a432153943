import type { AdminPostEditProps, Site } from "../../../generated/api";
import type { Head } from "../../../lib/page";
import { plainTitle } from "../../../lib/plain-title";
import { adminHead } from "../../../seo/admin-head";

export function head({ post }: AdminPostEditProps, site: Site): Head {
  const title = post ? `Edit: ${plainTitle(post.title)}` : "Create New Post";
  const shared = adminHead(site, {
    path: post ? `/admin/blog/edit/${post.id}` : "/admin/blog/new",
    title: `${title} | ${site.name} Admin`,
    description: `The post editor of ${site.name}.`,
  });
  // On phones, media and details follow the text, which they precede in the document: a part of it would show them first.
  const links = [{ rel: "expect", href: "#publish", blocking: "render" }];
  return { ...shared, links: [...shared.links, ...links] };
}
