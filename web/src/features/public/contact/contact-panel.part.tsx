import { BOOKING } from "../../../content/booking";
import { CONTACT_FORM } from "../../../content/contact";
import type { Availability, ContactProps } from "../../../generated/api";
import { Icon } from "../../../ui/base/icon";
import { mail, video } from "../../../ui/base/icons-tools.generated";
import { Tabs } from "../../../ui/widgets/tabs";
import { BookingForm } from "../bookings/booking-form";
import { ContactForm } from "./contact-form";

type ContactTab = ContactProps["tab"];

interface ContactPanelProps {
  tab: ContactTab;
  onTab: (tab: ContactTab) => void;
  /** The free times, if the server has sent them with the page. */
  availability?: Availability | null;
}

/** Two tabs: send a message, or book a call. Each tab has an address, so that it works without JavaScript. */
export function ContactPanel({ tab, onTab, availability }: ContactPanelProps) {
  return (
    <div id="contact-panel">
      <Tabs
        label="Ways to reach us"
        value={tab}
        onChange={onTab as (value: string) => void}
        items={[
          {
            value: "message",
            href: "/contact#contact-panel",
            label: (
              <>
                <Icon of={mail} size={18} />
                {CONTACT_FORM.tab}
              </>
            ),
            content: <ContactForm />,
          },
          {
            value: "schedule",
            href: "/contact?tab=schedule#contact-panel",
            label: (
              <>
                <Icon of={video} size={18} />
                {BOOKING.tab}
              </>
            ),
            content: <BookingForm availability={availability} isShown={tab === "schedule"} />,
          },
        ]}
      />
    </div>
  );
}
