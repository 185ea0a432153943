import type { Enquiry } from "../../../generated/api";
import { Badge } from "../../../ui/base/badge";

type Delivery = Enquiry["delivery"];

const LABEL: Record<Delivery, string> = {
  none: "No email",
  queued: "Email queued",
  sent: "Email sent",
  failed: "Email failed",
};

/** The delivery state of the emails that an entry has caused. */
export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  return <Badge variant={delivery === "failed" ? "error" : "plain"}>{LABEL[delivery]}</Badge>;
}
