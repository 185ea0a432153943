import { useState } from "react";
import { ENGINE_ROOM, FIX_LIST_MESSAGES, SEO_CARDS } from "../../../../content/seo-cards";
import { Button, ButtonLink } from "../../../../ui/base/button";
import { arrowDown } from "../../../../ui/base/icons.generated";
import { download } from "../../../../ui/base/icons-seo.generated";
import { importChunk } from "../../../../ui/base/use-chunk";
import { FieldError } from "../../../../ui/forms/field";
import { Form } from "../../../../ui/forms/form";
import { FormNotice } from "../../../../ui/forms/form-notice";
import { toast } from "../../../../ui/overlay/toast-store";
import { EmailField } from "../../forms/person-fields";
import { useEnquiryForm } from "../../forms/use-enquiry-form";
import { bulletLines, checkRequest, fileText } from "./fix-list";
import type { SavedCards } from "./use-saved-cards";

const loadDownload = () => import("../../../../lib/download");

/** The actions for the list: send it by email, download it, or ask us to do the work. */
export function SendList({ list }: { list: SavedCards }) {
  // Before hydration no card can be saved, so the email contains all of them.
  const cards = list.isReady ? list.saved : SEO_CARDS;
  const [attempt, setAttempt] = useState(0);
  const { formProps, hidden, errors, isBusy, outcome } = useEnquiryForm({
    type: "seo-fix-list",
    check: ({ email = "" }) => {
      setAttempt(attempt + 1);
      return checkRequest(email, cards);
    },
    messages: { success: FIX_LIST_MESSAGES.sent, failure: FIX_LIST_MESSAGES.failed },
    fixed: { name: "SEO Fix List Request", message: bulletLines(cards) },
  });
  // The message about an empty list no longer applies once a card is saved.
  const isStale = errors.message === FIX_LIST_MESSAGES.nothingToSend && cards.length > 0;

  const save = async () => {
    if (cards.length === 0) return toast("error", FIX_LIST_MESSAGES.nothingToDownload);
    const chunk = await importChunk(loadDownload);
    if (!chunk) return;
    chunk.downloadText("seo-fix-list.txt", fileText(cards));
    toast("success", FIX_LIST_MESSAGES.downloaded);
  };

  return (
    <div className="grid content-start gap-4.5 pt-6.5">
      <Form {...formProps} className="grid gap-4.5">
        {hidden}
        <EmailField label={ENGINE_ROOM.send} placeholder="you@company.co.uk" />
        <div role="alert" className="empty:hidden">
          {/* A new element each time, as a text that stays the same is not announced again. */}
          {errors.message && !isStale && <FieldError key={attempt}>{errors.message}</FieldError>}
        </div>
        <FormNotice outcome={outcome} />
        <div className="flex flex-wrap gap-x-4 gap-y-3 max-md:grid">
          <Button type="submit" keycap busy={isBusy} busyLabel="Sending...">
            Send
          </Button>
          <Button
            variant="secondary"
            trailing={download}
            className="noscript:hidden"
            onClick={save}
          >
            Download
          </Button>
        </div>
      </Form>
      <hr className="my-2 border-line" />
      <p className="text-soft">{ENGINE_ROOM.audit.lead}</p>
      <ButtonLink
        href="#seo-contact"
        variant="secondary"
        block="phone"
        trailing={arrowDown}
        className="justify-self-start"
      >
        {ENGINE_ROOM.audit.action}
      </ButtonLink>
    </div>
  );
}
