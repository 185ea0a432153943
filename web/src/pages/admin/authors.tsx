import { useRef, useState } from "react";
import { AuthorDialog } from "../../features/admin/authors/author-dialog";
import { AuthorTable } from "../../features/admin/authors/author-table";
import type { AdminAuthor, AdminAuthorsProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { Button } from "../../ui/base/button";
import { plus } from "../../ui/base/icons.generated";
import { EmptyState } from "../../ui/data/empty-state";

export const chrome = { layout: AdminLayout, title: "Authors" };

/** The authors of posts, and what readers see of them. */
export default function AdminAuthors({ authors }: AdminAuthorsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<AdminAuthor | "new" | null>(null);
  const add = (
    <Button size="sm" icon={plus} onClick={() => setEdited("new")}>
      Add author
    </Button>
  );
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3" ref={heading} tabIndex={-1}>
          Authors
        </h1>
        {authors.length > 0 && add}
      </div>
      <p className="mt-2 mb-5 max-w-prose text-soft">
        Posts by the authors listed here show the author's portrait, job title and biography. Any
        other name counts as a guest author and has no page.
      </p>
      {authors.length === 0 ? (
        <div className="admin-empty">
          <EmptyState query="authors" title="No authors yet." action={add} />
        </div>
      ) : (
        <AuthorTable
          authors={authors}
          onEdit={setEdited}
          onDeleted={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
      <AuthorDialog author={edited} onClose={() => setEdited(null)} />
    </>
  );
}
