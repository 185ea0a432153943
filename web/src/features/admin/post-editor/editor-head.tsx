import { useEffect } from "react";
import { useSite } from "../../../lib/site-context";
import { Icon } from "../../../ui/base/icon";
import { arrowLeft } from "../../../ui/base/icons.generated";
import { editorHeading } from "./editor-heading";

interface EditorHeadProps {
  /** The title as it was last saved; null for a new post. */
  title: string | null;
}

/** The way back to the list, and the heading, which the browser's tab repeats. */
export function EditorHead({ title }: EditorHeadProps) {
  const { name } = useSite();
  const heading = editorHeading(title);
  // A post that is saved stays on its page.
  useEffect(() => {
    document.title = `${heading} | ${name} Admin`;
  }, [heading, name]);
  return (
    <div className="editor-head">
      <a className="link" href="/admin/blog">
        <Icon of={arrowLeft} size={18} />
        Back to Posts
      </a>
      <h1>{heading}</h1>
    </div>
  );
}
