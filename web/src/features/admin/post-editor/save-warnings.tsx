import type { AnalysisCheck } from "../../../generated/api";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { counted } from "../lists/counted";
import { checkName } from "./search-check";
import "../../../styles/search-check.css";

interface PublishWarningProps {
  checks: readonly AnalysisCheck[];
  /** Whether the post goes live later, at its publish date. */
  isAhead: boolean;
  answer: (isWanted: boolean) => void;
}

/** Lists what a search engine would object to, before the post is published. */
export function PublishWarning({ checks, isAhead, answer }: PublishWarningProps) {
  return (
    <ConfirmDialog
      open
      onClose={() => answer(false)}
      kind="Search check"
      question={`${counted(checks.length, "check needs", "checks need")} work`}
      action={isAhead ? "Schedule anyway" : "Publish anyway"}
      variant="primary"
      busyLabel={isAhead ? "Scheduling..." : "Publishing..."}
      isBusy={false}
      keep="Go back"
      onConfirm={async () => {
        answer(true);
        return false;
      }}
    >
      <ul className="search-check">
        {checks.map(({ id, value, threshold, advice }) => (
          <li key={id}>
            <p>
              <strong>{checkName(id)}</strong>
            </p>
            <p className="num wrap-anywhere">
              {value} <span className="text-soft">(target: {threshold})</span>
            </p>
            <p>{advice}</p>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface AddressWarningProps {
  slug: string;
  /** The address to which it redirects now. */
  target: string;
  answer: (isWanted: boolean) => void;
}

/** Asks before a post takes an address that is redirected, as the redirect then ends. */
export function AddressWarning({ slug, target, answer }: AddressWarningProps) {
  return (
    <ConfirmDialog
      open
      onClose={() => answer(false)}
      kind="Address"
      question="This address leads elsewhere"
      action="Use this address"
      variant="primary"
      busyLabel="Saving..."
      isBusy={false}
      keep="Go back"
      onConfirm={async () => {
        answer(true);
        return false;
      }}
    >
      <p>
        <span className="font-mono wrap-anywhere">/blog/{slug}</span> redirects to{" "}
        <span className="font-mono wrap-anywhere">{target}</span>. When this post takes the address,
        that redirect ends.
      </p>
    </ConfirmDialog>
  );
}
