import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import type { AdminPostEditProps } from "../../../generated/api";
import { hasErrors } from "../../../lib/form-rules";
import { Button, ButtonLink } from "../../../ui/base/button";
import { useChunk } from "../../../ui/base/use-chunk";
import { Form } from "../../../ui/forms/form";
import { SignInDialog } from "../accounts/sign-in-dialog";
import { NOT_KEPT, useLeaveGuard } from "../shared/use-leave-guard";
import { ContentField } from "./content-field";
import { DetailsFields } from "./details-fields";
import { DraftNotice } from "./draft-offer";
import { isKept } from "./draft-status";
import { EditorHead } from "./editor-head";
import { EditorNotice } from "./editor-notice";
import { onEnterKey } from "./enter-key";
import { Fold } from "./fold";
import { detailsSummary, mediaSummary, publishSummary, seoSummary } from "./fold-summaries";
import { HeadingField } from "./heading-field";
import { HistorySection } from "./history-section";
import { MediaFields } from "./media-fields";
import { OutlineFold } from "./outline-fold";
import { ownMeta } from "./post-form";
import { PreviewLinks } from "./preview-links";
import { PublishFields } from "./publish-fields";
import { SaveBar } from "./save-bar";
import type { SaveFailure } from "./save-outcome";
import { saverOf } from "./saver";
import { SearchCheckSection } from "./search-check-section";
import { SearchPreview } from "./search-preview";
import { SectionIndex } from "./section-index";
import { SeoFields } from "./seo-fields";
import { startsFocused } from "./typing-place";
import { useSelected } from "./use-draft-sync";
import { AFTER_SAVE, usePostEditor } from "./use-post-editor";
import { useSaveShortcut } from "./use-save-shortcut";
import { useSlugOfTitle } from "./use-slug-of-title";
import "../../../styles/post-fields.css";
import "../../../styles/post-versions.css";
import "../../../styles/post-editor.css";

const loadVersions = () => import("./conflict-view");

const DETAILS = ["summary", "published_date", "slug", "author", "tags", "section_tags"];
const SEO = ["meta_title", "meta_description", "schema", "canonical_url", "author_bio"];

/** Returns the failure if it concerns one of the fields. Each failed save is another object. */
const problemIn = (failure: SaveFailure | null, names: readonly string[]): SaveFailure | null =>
  names.some((name) => failure?.fields[name]) ? failure : null;

/** The form that creates or changes a post. */
export function PostEditor(props: AdminPostEditProps) {
  const { me, post, ...lists } = props;
  const editor = usePostEditor(post, me.email);
  const { sync, set, baseline, phase, failure, errors, isDirty, draftStatus, offer, conflict } =
    editor;
  const { isLocked, saveAnd } = editor;
  const [isSigningIn, setSigningIn] = useState(false);
  const { settle, ...slugListeners } = useSlugOfTitle(sync, set, post === null);
  const onRunning = (change: 1 | -1) => {
    editor.uploading.current += change;
  };
  const onSave = () => {
    settle();
    void saveAnd("stay");
  };
  const { link, isOnDevice } = draftStatus;
  useLeaveGuard(isDirty, isKept(draftStatus, failure) ? undefined : NOT_KEPT);
  useSaveShortcut(onSave);
  // If loading fails, the next save loads it again.
  const versions = useChunk(conflict !== null && phase === "editing", loadVersions);
  /** The visual editor of the text: null while it loads, undefined in HTML mode. */
  const [visual, setVisual] = useState<Editor | null | undefined>(null);
  const [wantsFocus, setWantsFocus] = useState(() => startsFocused(post?.id ?? ""));
  // An invalid field must be visible, so it ends focus mode.
  const isFocused = wantsFocus && !hasErrors(errors);
  const summaries = {
    media: useSelected(sync, ({ form }) => mediaSummary(form)),
    details: useSelected(sync, ({ form }) => detailsSummary(form)),
    seo: useSelected(sync, ({ form }) => seoSummary(ownMeta(form))),
    publish: useSelected(sync, ({ form }) => publishSummary(form)),
  };
  const isBusy = phase !== "editing";

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saveAnd("leave");
  };

  return (
    <>
      <EditorHead title={post && baseline.title} />
      <Form
        ref={editor.formRef}
        errors={errors}
        autoComplete="off"
        onSubmit={onSubmit}
        data-focus={isFocused ? "" : undefined}
        onKeyDown={(event) => {
          onEnterKey(event);
          if (event.key === "Escape") setWantsFocus(false);
        }}
        {...slugListeners}
        className="editor"
      >
        <EditorNotice
          phase={phase}
          failure={failure}
          hasBoth={conflict !== null && versions !== null}
          who={conflict?.by ? saverOf(conflict.by, me.email) : null}
          isNew={post === null}
          storedUrl={`/admin/blog/edit/${post?.id ?? ""}`}
          link={isDirty ? link : "working"}
          isOnDevice={isOnDevice}
          onSignIn={() => setSigningIn(true)}
          onSaveAsNew={editor.saveAsNew}
          onRestore={editor.restoreAndSave}
        />
        {offer && (
          <DraftNotice
            draft={offer}
            isOutdated={post !== null && offer.version !== editor.version}
            onRestore={() => editor.restore(offer.key)}
            onDiscard={() => editor.discard(offer.key)}
          />
        )}
        {conflict && versions && <versions.ConflictView key={conflict.version} {...conflict} />}
        <fieldset disabled={isLocked} className="editor-columns">
          <SectionIndex hasHistory={post !== null} />
          <Fold
            name="media"
            title="Media"
            summary={summaries.media}
            problem={problemIn(failure, ["featured_image", "thumbnail_image"])}
          >
            <MediaFields sync={sync} set={set} onRunning={onRunning} />
          </Fold>
          <section id="heading" className="editor-card">
            <HeadingField sync={sync} isNew={post === null} set={set} />
          </section>
          <Fold
            name="details"
            title="Details"
            summary={summaries.details}
            problem={problemIn(failure, DETAILS)}
          >
            <DetailsFields
              {...lists}
              sync={sync}
              savedSlug={post ? baseline.slug : ""}
              error={errors.section_tags}
              set={set}
              addTyped={editor.addTyped}
            />
          </Fold>
          <SearchPreview sync={sync} saved={baseline} />
          <OutlineFold editor={visual} stored={baseline.content} />
          <div className="editor-text">
            <section id="main-content" className="editor-card">
              <ContentField
                postId={post?.id ?? ""}
                sync={sync}
                error={errors.content}
                isDisabled={isLocked}
                flush={editor.flush}
                isFocused={isFocused}
                onFocusMode={() => setWantsFocus(!isFocused && !hasErrors(errors))}
                isReady={!!visual}
                onVisual={setVisual}
                set={set}
                onRunning={onRunning}
              />
            </section>
            <Fold
              name="seo-settings"
              title="SEO Settings"
              summary={summaries.seo}
              problem={problemIn(failure, SEO)}
            >
              <SeoFields sync={sync} set={set} />
            </Fold>
            <SearchCheckSection sync={sync} post={post} />
            <Fold name="publish" title="Publish" summary={summaries.publish}>
              <PublishFields sync={sync} set={set} />
              {post && <PreviewLinks postId={post.id} />}
            </Fold>
            {post && (
              <HistorySection
                postId={post.id}
                sync={sync}
                saved={baseline}
                onRestore={editor.replace}
              />
            )}
          </div>
        </fieldset>
        <div className="form-end">
          <ButtonLink href={AFTER_SAVE} variant="secondary">
            Cancel
          </ButtonLink>
          <Button
            type="submit"
            busy={isBusy}
            busyLabel={post === null ? "Creating..." : "Saving..."}
          >
            {post === null ? "Create Post" : "Save Changes"}
          </Button>
        </div>
        <SaveBar
          sync={sync}
          saved={baseline}
          isDirty={isDirty}
          draftStatus={draftStatus}
          isBusy={isBusy}
          onPreview={editor.preview}
          onSave={onSave}
          onPublish={editor.publish}
        />
      </Form>
      {editor.question}
      {isSigningIn && (
        <SignInDialog
          email={me.email}
          onClose={() => setSigningIn(false)}
          onDone={() => {
            setSigningIn(false);
            editor.signedIn();
          }}
        />
      )}
    </>
  );
}
