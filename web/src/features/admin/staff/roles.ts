import type { Role } from "../../../generated/api";

/** The roles, with the rights of each. */
export const ROLES: readonly { value: Role; label: string; rights: string }[] = [
  {
    value: "editor",
    label: "Editor",
    rights: "Writes and publishes posts; manages images, categories and authors; sees site health.",
  },
  {
    value: "administrator",
    label: "Administrator",
    rights:
      "Everything an editor can do, plus enquiries, bookings, subscribers, redirects, site details, staff and the audit log.",
  },
];

const of = (role: Role) => ROLES.find(({ value }) => value === role);

export const roleLabel = (role: Role): string => of(role)?.label ?? role;

export const roleRights = (role: Role): string => of(role)?.rights ?? "";

/** Returns the other role, for a change of roles. */
export const otherRole = (role: Role): Role =>
  role === "administrator" ? "editor" : "administrator";

/** "an editor" */
export const aRole = (role: Role): string => `an ${role}`;
