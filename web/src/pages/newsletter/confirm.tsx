import { CONFIRM } from "../../content/newsletter";
import { NoticePage } from "../../features/sections/notice-page";
import type { PageChrome } from "../../lib/page-module";
import type { NewsletterConfirmProps } from "../../lib/types";
import { Button, ButtonLink } from "../../ui/button";

export const chrome: PageChrome = { hero: "paper" };

/** The second half of the double opt-in. A button, because mail scanners open links but press nothing. */
export default function NewsletterConfirm({ state, token, email }: NewsletterConfirmProps) {
  const address = <strong>{email ?? "your address"}</strong>;
  if (state === "ask") {
    const { title, lead, action, note } = CONFIRM.ask;
    return (
      <NoticePage
        path="newsletter"
        title={title}
        lead={
          <>
            {lead} {address}.
          </>
        }
      >
        <form method="post" action="/newsletter/confirm" className="mt-8">
          <input type="hidden" name="token" value={token ?? ""} />
          <Button type="submit" size="lg" keycap block="phone">
            {action}
          </Button>
        </form>
        <p className="mt-6 text-muted">{note}</p>
      </NoticePage>
    );
  }
  if (state === "confirmed") {
    const { title, lead, note, action, href } = CONFIRM.confirmed;
    return (
      <NoticePage
        path="newsletter"
        title={title}
        lead={
          <>
            {lead} {address}. {note}
          </>
        }
      >
        <ButtonLink href={href} size="lg" keycap block="phone" className="mt-8">
          {action}
        </ButtonLink>
      </NoticePage>
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
