import { Button, ButtonLink } from "../../../ui/base/button";
import type { MarkedTitle } from "../../../ui/base/marked";
import { NoticePage } from "./notice-page";

interface MailLinkPageProps {
  words: {
    ask: { title: MarkedTitle; lead: string; action: string; note: string };
    done: { title: MarkedTitle; lead: string; action: string; note: string; href: string };
  };
  /** Whether the button was pressed. */
  isDone: boolean;
  email: string | null | undefined;
  token: string | null | undefined;
  /** Address to which the button posts the token. */
  action: string;
}

/**
 * The page for a valid link in a newsletter email: a button, then its result. It takes a button, as mail scanners open
 * links.
 */
export function MailLinkPage({ words, isDone, email, token, action }: MailLinkPageProps) {
  const { title, lead } = isDone ? words.done : words.ask;
  return (
    <NoticePage
      path="newsletter"
      title={title}
      lead={
        <>
          {lead} <strong>{email ?? "your address"}</strong>.{isDone && ` ${words.done.note}`}
        </>
      }
    >
      {isDone ? (
        <ButtonLink href={words.done.href} size="lg" keycap block="phone" className="mt-8">
          {words.done.action}
        </ButtonLink>
      ) : (
        <>
          <form method="post" action={action} className="mt-8">
            <input type="hidden" name="token" value={token ?? ""} />
            <Button type="submit" size="lg" keycap block="phone">
              {words.ask.action}
            </Button>
          </form>
          <p className="mt-6 text-muted">{words.ask.note}</p>
        </>
      )}
    </NoticePage>
  );
}
