import { UNSUBSCRIBE } from "../../content/newsletter";
import { NoticePage } from "../../features/sections/notice-page";
import type { PageChrome } from "../../lib/page-module";
import { useSite } from "../../lib/site-context";
import type { NewsletterUnsubscribeProps } from "../../lib/types";
import { withQuery } from "../../lib/url";
import { Button, ButtonLink } from "../../ui/button";

export const chrome: PageChrome = { hero: "paper" };

/** The way off the list: one button, no questions. */
export default function NewsletterUnsubscribe({ state, token, email }: NewsletterUnsubscribeProps) {
  const site = useSite();
  const address = <strong>{email ?? "your address"}</strong>;
  if (state === "ask") {
    const { title, lead, action, note } = UNSUBSCRIBE.ask;
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
        {/* The same address that mail programs post to by themselves: the token stands in its query too. */}
        <form
          method="post"
          action={withQuery("/newsletter/unsubscribe", { token })}
          className="mt-8"
        >
          <input type="hidden" name="token" value={token ?? ""} />
          <Button type="submit" size="lg" keycap block="phone">
            {action}
          </Button>
        </form>
        <p className="mt-6 text-muted">{note}</p>
      </NoticePage>
    );
  }
  if (state === "done") {
    const { title, lead, note, action, href } = UNSUBSCRIBE.done;
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
