import { useRef, useState } from "react";
import { StaffList } from "../../features/admin/lists/staff-list";
import { MissedAddresses } from "../../features/admin/redirects/missed-addresses";
import { RedirectDialog, type RedirectDraft } from "../../features/admin/redirects/redirect-dialog";
import { RedirectTable } from "../../features/admin/redirects/redirect-table";
import type { AdminRedirectsProps } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { Button } from "../../ui/base/button";
import { plus } from "../../ui/base/icons.generated";

export const chrome = { layout: AdminLayout, title: "Redirects" };

/** Redirects, and requested addresses that have no page. */
export default function AdminRedirects(props: AdminRedirectsProps) {
  const { redirects, missed, search } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState<RedirectDraft | null>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <>
      <StaffList
        state={{ path: "/admin/redirects", search }}
        paging={props}
        shown={redirects.length}
        one="redirect"
        many="redirects"
        placeholder="search addresses"
        purpose="A redirect takes readers from an old address to its new page."
        heading={heading}
        actions={
          <Button size="sm" icon={plus} onClick={() => setDraft({ source: "", target: "" })}>
            Add redirect
          </Button>
        }
      >
        <RedirectTable
          rows={redirects}
          onEdit={({ id, source, target }) => setDraft({ id, source, target })}
          onDeleted={focusHeading}
        />
      </StaffList>
      <MissedAddresses
        list={missed}
        onRedirect={(source) => setDraft({ source, target: "" })}
        onForgotten={focusHeading}
      />
      <RedirectDialog draft={draft} onClose={() => setDraft(null)} />
    </>
  );
}
