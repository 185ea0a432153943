import { useEffect, useRef } from "react";
import { Button, TextLink } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Input, Select } from "../../../ui/forms/input";
import type { ListState } from "../lists/list-url";
import { actionGroups, actionLabel, groupLabel } from "./words";

/** The filters of the log, by their names in the address. */
export interface AuditFilter {
  actor: string;
  action: string;
  object: string;
  since: string;
  until: string;
}

interface AuditFiltersProps {
  state: ListState & { filters: AuditFilter };
  /** Every action. */
  actions: readonly string[];
}

/** Filters of the log: a plain GET form, which the navigator turns into a visit. */
export function AuditFilters({ state, actions }: AuditFiltersProps) {
  const { path, filters } = state;
  const isFiltered = Object.values(filters).some(Boolean);
  const form = useRef<HTMLFormElement>(null);
  const shown = JSON.stringify(filters);
  const before = useRef(shown);
  /** The filters that were sent and not answered yet: the answer must not overwrite what was typed since. */
  const sent = useRef<FormData>(null);
  // Another address has other values. The fields are updated in place, as a new form would lose the focus and what was
  // typed before hydration.
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    for (const [name, value] of Object.entries(JSON.parse(shown))) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null;
      if (field && (!sent.current || field.value === sent.current.get(name)))
        Object.assign(field, { value });
    }
    sent.current = null;
  }, [shown]);
  return (
    <search className="audit-filters">
      <form
        ref={form}
        action={path}
        method="get"
        data-scroll="keep"
        onSubmit={(event) => {
          sent.current = new FormData(event.currentTarget);
        }}
      >
        <Field label="Actor">
          <Input
            name="actor"
            defaultValue={filters.actor}
            placeholder="email or command line"
            autoComplete="off"
          />
        </Field>
        <Field label="Action">
          <Select name="action" defaultValue={filters.action}>
            <option value="">All actions</option>
            {actionGroups(actions).map(([group, some]) => (
              <optgroup key={group} label={group}>
                <option value={group}>{groupLabel(group)}</option>
                {some.map((action) => (
                  <option key={action} value={action}>
                    {actionLabel(action)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Object">
          <Input
            name="object"
            defaultValue={filters.object}
            placeholder="kind, id or address"
            autoComplete="off"
          />
        </Field>
        <Field label="From">
          <Input type="date" name="since" defaultValue={filters.since} />
        </Field>
        <Field label="To">
          <Input type="date" name="until" defaultValue={filters.until} />
        </Field>
        <div className="audit-buttons">
          <Button type="submit" variant="secondary">
            Filter
          </Button>
          {isFiltered && (
            <TextLink
              href={path}
              onClick={() => {
                sent.current = null;
              }}
            >
              Clear filters
            </TextLink>
          )}
        </div>
      </form>
    </search>
  );
}
