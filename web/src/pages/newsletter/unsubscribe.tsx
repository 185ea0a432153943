import { UNSUBSCRIBE } from "../../content/newsletter";
import { MailLinkPage } from "../../features/public/notices/mail-link-page";
import { NoticePage } from "../../features/public/notices/notice-page";
import type { NewsletterUnsubscribeProps } from "../../generated/api";
import type { PageChrome } from "../../lib/page-module";
import { useSite } from "../../lib/site-context";
import { ButtonLink } from "../../ui/base/button";

export const chrome: PageChrome = { hero: "paper" };

/** Unsubscribes from the newsletter by a button, without further questions. */
export default function NewsletterUnsubscribe({ state, token, email }: NewsletterUnsubscribeProps) {
  const site = useSite();
  if (state === "ask" || state === "done") {
    return (
      <MailLinkPage
        words={UNSUBSCRIBE}
        isDone={state === "done"}
        email={email}
        token={token}
        action="/newsletter/unsubscribe"
      />
    );
  }
  const { title, lead } = UNSUBSCRIBE.invalid;
  return (
    <NoticePage path="newsletter" title={title} lead={lead}>
      <ButtonLink
        href={`mailto:${site.contact_email}?subject=Unsubscribe`}
        size="lg"
        block="phone"
        className="mt-8"
      >
        {site.contact_email}
      </ButtonLink>
    </NoticePage>
  );
}
