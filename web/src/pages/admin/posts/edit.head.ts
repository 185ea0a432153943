import { editorHeading } from "../../../features/admin/post-editor/editor-heading";
import type { AdminPostEditProps, Site } from "../../../generated/api";
import type { Head } from "../../../lib/page";
import { adminHead } from "../../../seo/admin-head";

export function head({ post }: AdminPostEditProps, site: Site): Head {
  const shared = adminHead(site, {
    path: post ? `/admin/blog/edit/${post.id}` : "/admin/blog/new",
    title: `${editorHeading(post?.title ?? null)} | ${site.name} Admin`,
    description: `The post editor of ${site.name}.`,
  });
  // On phones, media and details follow the text, which they precede in the document: a part of it would show them first.
  const links = [{ rel: "expect", href: "#publish", blocking: "render" }];
  return { ...shared, links: [...shared.links, ...links] };
}
