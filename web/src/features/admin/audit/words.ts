import type { AuditEntry } from "../../../generated/api";
import { plainTitle } from "../../../lib/plain-title";

/** Labels of actions that cannot be made from the parts of their names. */
const ACTIONS: Record<string, string> = {
  "account.invited": "Invitation sent",
  "account.signed_in": "Signed in",
  "account.sign_in_failed": "Sign-in failed",
  "account.sessions_ended": "Sessions ended",
  "account.token_reused": "Old session token reused",
  "account.signed_out": "Signed out",
  "account.factor_added": "Sign-in method added",
  "account.factor_removed": "Sign-in method removed",
  "account.factors_reset": "Two-step sign-in reset",
  "account.recovery_codes_made": "Recovery codes created",
  "account.password_changed": "Password changed",
  "account.role_changed": "Role changed",
  "account.invitation_withdrawn": "Invitation withdrawn",
  "account.role_granted": "Role granted",
  "account.role_revoked": "Role revoked",
  "mail.retried": "Email retried",
  "person.erased": "Personal data erased",
  "person.exported": "Personal data exported",
  "redirect.address_forgotten": "Missed address removed",
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "post.changed" is "Post changed". */
export const actionLabel = (action: string): string =>
  ACTIONS[action] ?? capitalised(action.replace(".", " ").replaceAll("_", " "));

/** An action's group: "post" of "post.changed". */
const groupOf = (action: string): string => action.split(".")[0] ?? action;

/** The actions by their group, in the order of the server. */
export function actionGroups(actions: readonly string[]): [group: string, actions: string[]][] {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const group = groupOf(action);
    groups.set(group, [...(groups.get(group) ?? []), action]);
  }
  return [...groups];
}

/** Returns the label of a group of actions: "All post actions". */
export const groupLabel = (group: string): string => `All ${group} actions`;

/** Labels of actors that are not accounts. */
const UNNAMED: Partial<Record<string, string>> = {
  "command line": "Command line",
  program: "The website itself",
  erased: "Erased account",
};

/** Returns the name of the actor of an entry. */
export const actorLabel = (actor: string | null): string =>
  actor === null ? "Visitor" : (UNNAMED[actor] ?? actor);

/** Returns a value as text: "yes", "Technical, Content", "1204 characters (sha256 4f2a91c03b7e…)". */
export function valueText(value: unknown): string {
  if (value === undefined) return "";
  if (value === null || value === "") return "empty";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "empty" : value.map(valueText).join(", ");
  if (typeof value === "object") {
    const { length, sha256 } = value as { length?: number; sha256?: string };
    if (length !== undefined && sha256 !== undefined)
      return `${length} characters (sha256 ${sha256.slice(0, 12)}…)`;
    return JSON.stringify(value);
  }
  return String(value);
}

/**
 * Returns the names of objects, each from the newest entry that has one.
 * @param entries newest first
 */
export function objectNames(
  entries: readonly Pick<AuditEntry, "object" | "before" | "after">[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { object, before, after } of entries) {
    const fields: Record<string, unknown> = { ...(before as object), ...(after as object) };
    const name = fields.title ?? fields.name ?? fields.file_name ?? fields.source;
    // Of a long value, an entry holds only length and digest.
    if (typeof name === "string" && name && !names.has(object)) names.set(object, plainTitle(name));
  }
  return names;
}

/** Returns "post: Crawl budget" for "post 0190…" if its name is known, otherwise the object unchanged. */
export function objectText(object: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(object);
  return name ? object.replace(/ [\da-f-]{36}$/, () => `: ${name}`) : object;
}
