import { PostEditor } from "../../../features/admin/post-editor/post-editor";
import type { AdminPostEditProps } from "../../../generated/api";
import { AdminLayout } from "../../../layout/admin/admin-layout";
import { plainTitle } from "../../../lib/plain-title";
import { Icon } from "../../../ui/base/icon";
import { arrowLeft } from "../../../ui/base/icons.generated";

export const chrome = { layout: AdminLayout };

/** Creates or changes a post. */
export default function AdminPostEdit(props: AdminPostEditProps) {
  const { post } = props;
  return (
    <>
      <div className="editor-head">
        <a className="link" href="/admin/blog">
          <Icon of={arrowLeft} size={18} />
          Back to Posts
        </a>
        <h1>{post ? `Edit: ${plainTitle(post.title)}` : "Create New Post"}</h1>
      </div>
      <PostEditor key={props.post?.id} {...props} />
    </>
  );
}
