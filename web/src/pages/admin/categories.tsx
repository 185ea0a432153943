import { useRef, useState } from "react";
import { CategoryDialog } from "../../features/admin/categories/category-dialog";
import { CategoryTable } from "../../features/admin/categories/category-table";
import { MergeDialog } from "../../features/admin/categories/merge-dialog";
import type { AdminCategoriesProps, AdminCategory } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";

export const chrome = { layout: AdminLayout, title: "Categories" };

/** The categories of posts, with their names and the descriptions on their pages. */
export default function AdminCategories({ categories }: AdminCategoriesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<AdminCategory | null>(null);
  const [mergedId, setMergedId] = useState<string>();
  // The newest version of it, as an older one is refused.
  const merged = categories.find(({ id }) => id === mergedId) ?? null;
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3" ref={heading} tabIndex={-1}>
          Categories
        </h1>
      </div>
      <p className="mt-2 mb-5 max-w-prose text-soft">
        To add a category, type its name in a post. A category with a description gets its own page,
        which search engines can list.
      </p>
      <CategoryTable
        categories={categories}
        onEdit={setEdited}
        onMerge={({ id }) => setMergedId(id)}
      />
      <CategoryDialog category={edited} onClose={() => setEdited(null)} />
      <MergeDialog
        category={merged}
        categories={categories}
        onClose={() => setMergedId(undefined)}
        onDone={() => heading.current?.focus({ preventScroll: true })}
      />
    </>
  );
}
