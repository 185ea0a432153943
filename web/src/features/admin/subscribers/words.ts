import type { Choice } from "../lists/choice";

/** The states of a subscriber. */
export const SUBSCRIBER_STATUSES: Choice[] = [
  { value: "all", label: "All" },
  { value: "confirmed", label: "Confirmed" },
  { value: "pending", label: "Pending" },
  { value: "unsubscribed", label: "Unsubscribed" },
];
