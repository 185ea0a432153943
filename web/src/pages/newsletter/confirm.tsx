import { CONFIRM } from "../../content/newsletter";
import { MailLinkPage } from "../../features/public/notices/mail-link-page";
import { NoticePage } from "../../features/public/notices/notice-page";
import type { NewsletterConfirmProps } from "../../generated/api";
import type { PageChrome } from "../../lib/page-module";
import { ButtonLink } from "../../ui/base/button";

export const chrome: PageChrome = { hero: "paper" };

/** The second step of the double opt-in. */
export default function NewsletterConfirm({ state, token, email }: NewsletterConfirmProps) {
  if (state === "ask" || state === "confirmed") {
    return (
      <MailLinkPage
        words={CONFIRM}
        isDone={state === "confirmed"}
        email={email}
        token={token}
        action="/newsletter/confirm"
      />
    );
  }
  const { title, lead, action, href } = CONFIRM.invalid;
  return (
    <NoticePage path="newsletter" title={title} lead={lead}>
      <ButtonLink href={href} size="lg" keycap block="phone" className="mt-8">
        {action}
      </ButtonLink>
    </NoticePage>
  );
}
