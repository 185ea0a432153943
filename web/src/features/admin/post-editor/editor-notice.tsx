import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import type { Saver } from "./conflict";
import { type SaveFailure, SIGN_IN_AGAIN } from "./save-outcome";
import { AFTER_SAVE, type SavePhase } from "./use-post-editor";

interface EditorNoticeProps {
  phase: SavePhase;
  failure: SaveFailure | null;
  /** After a conflict: the other version is there too, and is shown below. */
  hasBoth: boolean;
  /** Who has saved the other version, and when. */
  who: Saver | null;
  /** Whether the post is a new one. */
  isNew: boolean;
  /** Address at which the stored post can be seen beside the form. */
  storedUrl: string;
  /** The session has ended while somebody wrote. */
  isSignedOut: boolean;
  /** Asks for the password over the page. */
  onSignIn: () => void;
}

/** What became of the last save, above the form. */
export function EditorNotice(props: EditorNoticeProps) {
  const { phase, failure, hasBoth, who, isNew, storedUrl, isSignedOut, onSignIn } = props;
  return (
    <>
      <div role="status" className="editor-status">
        {phase === "saved" && (
          <Notice kind="ok">
            {isNew
              ? "Post created successfully! Redirecting to blog admin..."
              : "Post updated successfully! Redirecting to blog admin..."}{" "}
            <a href={AFTER_SAVE}>Go now</a>
          </Notice>
        )}
      </div>
      {phase !== "saved" && failure?.notice && (
        <Notice kind="error" className="editor-notice" role="alert" tabIndex={-1}>
          {failure.notice === "conflict" ? (
            <p>
              <strong>
                {who?.isMe ? "You have" : "Somebody else has"} changed this post since you opened
                it.
              </strong>{" "}
              {who && `Saved by: ${who.text}. `}Nothing was saved, and what you typed is still here.{" "}
              {hasBoth
                ? "Both versions stand below; here is "
                : "Save again to see both versions. Here is "}
              <a href={storedUrl} target="_blank" rel="noopener">
                the present version (opens in a new tab)
              </a>
              .
            </p>
          ) : (
            <>
              <p>
                <strong>{SIGN_IN_AGAIN}</strong> What you typed is still here. Log in here and it is
                saved, or{" "}
                <a href="/auth" target="_blank" rel="noopener">
                  log in (opens in a new tab)
                </a>
                , come back and save again.
              </p>
              <SignInButton onClick={onSignIn} />
            </>
          )}
        </Notice>
      )}
      {isSignedOut && phase === "editing" && failure?.notice !== "sign-in" && (
        <Notice kind="error" role="alert">
          <p>
            <strong>Your session has ended.</strong> What you typed is kept on this device. Log in
            here and go on, or{" "}
            <a href="/auth" target="_blank" rel="noopener">
              log in (opens in a new tab)
            </a>
            , then come back to this page.
          </p>
          <SignInButton onClick={onSignIn} />
        </Notice>
      )}
    </>
  );
}

function SignInButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" className="mt-3" onClick={onClick}>
      Log in here
    </Button>
  );
}
