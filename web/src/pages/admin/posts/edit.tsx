import { PostEditor } from "../../../features/admin/post-editor/post-editor";
import type { AdminPostEditProps } from "../../../generated/api";
import { AdminLayout } from "../../../layout/admin/admin-layout";

export const chrome = { layout: AdminLayout };

/** Creates or changes a post. */
export default function AdminPostEdit(props: AdminPostEditProps) {
  return <PostEditor key={props.post?.id} {...props} />;
}
