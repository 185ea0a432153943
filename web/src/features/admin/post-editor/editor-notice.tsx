import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import type { ServerLink } from "./editor-state";
import { type SaveFailure, SIGN_IN_AGAIN } from "./save-outcome";
import type { Saver } from "./saver";
import { AFTER_SAVE, type SavePhase } from "./use-post-editor";

interface EditorNoticeProps {
  phase: SavePhase;
  failure: SaveFailure | null;
  /** Whether there is a conflict whose two versions are shown below. */
  hasBoth: boolean;
  /** Who saved the other version, and when. */
  who: Saver | null;
  /** Whether the post is a new one. */
  isNew: boolean;
  /** Address of a page that shows the stored post. */
  storedUrl: string;
  /** Connection to the server: the session may have ended while somebody was writing. */
  link: ServerLink["name"];
  /** Whether the device keeps unsaved text. */
  isOnDevice: boolean;
  /** Asks for the password in a dialog over the page. */
  onSignIn: () => void;
  /** Creates a post from the form. */
  onSaveAsNew: () => void;
  /** Restores the post from the trash and saves it. */
  onRestore: () => void;
}

const BOTH_SHOWN = "Both versions are shown below.";
const BOTH_FOLLOW = "Save again to see both versions.";

/** Shows above the form how the last save ended. */
export function EditorNotice(props: EditorNoticeProps) {
  const { phase, failure, who, link, onSignIn } = props;
  const kept = props.isOnDevice ? "Your text is kept on this device." : "Keep this page open.";
  return (
    <>
      <div role="status" className="editor-status">
        {phase === "saved" && (
          <Notice kind="ok">
            {props.isNew
              ? "Post created successfully! Redirecting to blog admin..."
              : "Post updated successfully! Redirecting to blog admin..."}{" "}
            <a href={AFTER_SAVE}>Go now</a>
          </Notice>
        )}
      </div>
      {phase !== "saved" && failure?.notice && (
        <Notice kind="error" className="editor-notice" role="alert" tabIndex={-1}>
          {failure.notice === "gone" ? (
            <GonePost
              {...props}
              isInTrash={failure.isInTrash ?? false}
              isBusy={phase === "saving"}
            />
          ) : failure.notice === "conflict" ? (
            <p>
              <strong>
                {!who
                  ? "A save or rename elsewhere has"
                  : who.isMe
                    ? "You have"
                    : "Somebody else has"}{" "}
                changed this post since you opened it.
              </strong>{" "}
              {who && `Saved by: ${who.text}. `}Nothing was saved, and what you typed is still here.{" "}
              {props.hasBoth ? BOTH_SHOWN : BOTH_FOLLOW} You can also open{" "}
              <a href={props.storedUrl} target="_blank" rel="noopener">
                the saved version (opens in a new tab)
              </a>
              .
            </p>
          ) : (
            <SignInAgain why={SIGN_IN_AGAIN} kept={kept} onSignIn={onSignIn} />
          )}
        </Notice>
      )}
      {link === "forbidden" && (
        <Notice kind="error" role="alert">
          <p>
            <strong>This account can no longer save posts.</strong> {kept} Ask an administrator.
          </p>
        </Notice>
      )}
      {link === "signed-out" && phase === "editing" && failure?.notice !== "sign-in" && (
        <Notice kind="error" role="alert">
          <SignInAgain why="Your session has ended." kept={kept} onSignIn={onSignIn} />
        </Notice>
      )}
    </>
  );
}

interface GonePostProps extends Pick<EditorNoticeProps, "onSaveAsNew" | "onRestore"> {
  isInTrash: boolean;
  isBusy: boolean;
}

function GonePost(props: GonePostProps) {
  const { isInTrash, isBusy } = props;
  return (
    <>
      <p>
        <strong>This post was deleted while you were writing.</strong> Nothing was saved, and what
        you typed is still here. {isInTrash && "The post is in the trash."}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {isInTrash && (
          <Button size="sm" busy={isBusy} busyLabel="Saving..." onClick={props.onRestore}>
            Restore and save
          </Button>
        )}
        <Button
          size="sm"
          variant={isInTrash ? "secondary" : "primary"}
          busy={isBusy}
          busyLabel="Saving..."
          onClick={props.onSaveAsNew}
        >
          Save as new post
        </Button>
      </div>
    </>
  );
}

interface SignInAgainProps {
  why: string;
  /** Where the text is. */
  kept: string;
  onSignIn: () => void;
}

function SignInAgain({ why, kept, onSignIn }: SignInAgainProps) {
  return (
    <>
      <p>
        <strong>{why}</strong> {kept} Sign in here to continue, or{" "}
        <a href="/auth" target="_blank" rel="noopener">
          sign in (opens in a new tab)
        </a>
        , then come back to this page.
      </p>
      <Button size="sm" className="mt-3" onClick={onSignIn}>
        Sign in here
      </Button>
    </>
  );
}
