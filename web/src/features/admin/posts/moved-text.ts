import type { AdminRow } from "../../../generated/api";
import { plainTitle } from "../../../lib/plain-title";

/** Says where a restored post is if another post uses its slug. */
export const movedText = ({ title, slug }: AdminRow, given: string): string =>
  `${plainTitle(title)} is now at /blog/${given}, because another post uses /blog/${slug}.`;
