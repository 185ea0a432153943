import type { AdminCategory } from "../../../generated/api";
import { Badge } from "../../../ui/base/badge";
import { IconButton } from "../../../ui/base/button";
import { merge, pencil } from "../../../ui/base/icons-admin.generated";
import { counted } from "../lists/counted";
import { ListTable } from "../lists/list-table";

interface CategoryTableProps {
  categories: AdminCategory[];
  onEdit: (category: AdminCategory) => void;
  onMerge: (category: AdminCategory) => void;
}

/** Every category with description and number of posts; cards on a phone. */
export function CategoryTable({ categories, onEdit, onMerge }: CategoryTableProps) {
  return (
    <ListTable
      caption="Categories"
      headings={["Category", "Description", "Posts"]}
      className="category-table"
    >
      {categories.map((category) => (
        <tr key={category.id}>
          <th scope="row">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <a
                className="inline-flex min-h-11 items-center underline"
                href={category.url}
                data-reload=""
              >
                {category.name}
              </a>
              {category.is_fixed && <Badge variant="plain">In the menus</Badge>}
            </div>
          </th>
          <td className="max-w-prose">
            {category.description || <span className="text-soft">No description</span>}
          </td>
          <td className="num">{counted(category.posts, "post")}</td>
          <td>
            <div className="post-actions">
              {!category.is_fixed && (
                <IconButton
                  icon={merge}
                  label={`Merge ${category.name}`}
                  onClick={() => onMerge(category)}
                />
              )}
              <IconButton
                icon={pencil}
                label={`Edit ${category.name}`}
                onClick={() => onEdit(category)}
              />
            </div>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
