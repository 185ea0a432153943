import { type FormEvent, useState } from "react";
import type { AdminPostEditProps } from "../../../generated/api";
import { useSite } from "../../../lib/site-context";
import { Button, ButtonLink } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";
import { SignInDialog } from "../accounts/sign-in-dialog";
import { MediaGalleryButton } from "../media/media-gallery-button";
import { CategoryField } from "./category-field";
import { ConflictView } from "./conflict-view";
import { ContentField } from "./content-field";
import { DraftNotice } from "./draft-offer";
import { DraftStatusLine } from "./draft-status";
import { EditorNotice } from "./editor-notice";
import { HistorySection } from "./history-section";
import { ImageField } from "./image-field";
import { PublishPanel } from "./publish-panel";
import { SearchCheckSection } from "./search-check-section";
import { SearchPreview } from "./search-preview";
import { SectionIndex } from "./section-index";
import { SectionTagsField } from "./section-tags-field";
import { SeoFields } from "./seo-fields";
import { SlugField } from "./slug-field";
import { TextFields } from "./text-fields";
import { useLeaveGuard } from "./use-leave-guard";
import { AFTER_SAVE, usePostEditor } from "./use-post-editor";
import { useSaveShortcut } from "./use-save-shortcut";
import "../../../styles/post-editor.css";

/** The form that makes or changes a post. */
export function PostEditor(props: AdminPostEditProps) {
  const { me, post, categories, section_tags, tag_suggestions } = props;
  const editor = usePostEditor(post, me.email);
  const { form, set, flush, uploading, baseline, formRef, phase, failure, isDirty, save } = editor;
  const { draftStatus, offer, restore, discard, replace, conflict, version, signedIn } = editor;
  const [isSigningIn, setSigningIn] = useState(false);
  const { time_zone } = useSite();
  useLeaveGuard(isDirty);
  useSaveShortcut(formRef);
  const errors = failure?.fields ?? {};
  const isBusy = phase !== "editing";

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <>
      <Form ref={formRef} errors={errors} autoComplete="off" onSubmit={onSubmit} className="editor">
        <EditorNotice
          phase={phase}
          failure={failure}
          hasBoth={conflict !== null}
          isNew={post === null}
          storedUrl={`/admin/blog/edit/${post?.id ?? ""}`}
          isSignedOut={isDirty && draftStatus.link === "signed-out"}
          onSignIn={() => setSigningIn(true)}
        />
        {offer && (
          <DraftNotice
            draft={offer}
            isOutdated={post !== null && offer.version !== version}
            onRestore={() => restore(offer.key)}
            onDiscard={() => discard(offer.key)}
          />
        )}
        {conflict && (
          <ConflictView
            mine={form}
            stored={conflict.stored}
            onTake={conflict.take}
            onTakeAll={conflict.takeAll}
            onKeepMine={conflict.keepMine}
          />
        )}
        <fieldset disabled={isBusy} className="editor-columns">
          <SectionIndex hasHistory={post !== null} />
          <div className="editor-fields">
            <section id="media" className="editor-card">
              <div className="content-head">
                <h2 className="text-d4">Media</h2>
                <MediaGalleryButton onPick={(media) => set("featured_image", media.url)} />
              </div>
              <ImageField
                label="Hero Image"
                short="hero"
                name="featured_image"
                value={form.featured_image}
                onChange={(value) => set("featured_image", value)}
              />
              <ImageField
                label="Blog Thumbnail"
                short="thumbnail"
                name="thumbnail_image"
                value={form.thumbnail_image}
                onChange={(value) => set("thumbnail_image", value)}
              />
            </section>

            <section id="heading-and-slug" className="editor-card">
              <TextFields form={form} set={set} />
              <div className="editor-pair">
                <Field
                  label="Publish Date"
                  name="published_date"
                  hint={`Your local time. The site uses ${time_zone}. If empty, the creation date is used.`}
                >
                  <Input
                    type="datetime-local"
                    className="num"
                    value={form.published_local ?? ""}
                    onChange={(event) => set("published_local", event.target.value)}
                  />
                </Field>
                <SlugField
                  slug={form.slug}
                  title={form.title}
                  onChange={(slug) => set("slug", slug)}
                />
              </div>
              <Field label="Author" name="author">
                <Input
                  placeholder="Admin"
                  value={form.author}
                  onChange={(event) => set("author", event.target.value)}
                />
              </Field>
            </section>

            <section id="categories" className="editor-card">
              <CategoryField
                categories={form.tags}
                fixed={categories}
                inUse={tag_suggestions}
                onChange={(tags) => set("tags", tags)}
              />
              <SectionTagsField
                all={section_tags}
                chosen={form.section_tags}
                error={errors.section_tags}
                onChange={(chosen) => set("section_tags", chosen)}
              />
            </section>

            <section id="main-content" className="editor-card">
              <ContentField
                content={form.content}
                error={errors.content}
                isDisabled={isBusy}
                flush={flush}
                onChange={(content) => set("content", content)}
                onRunning={(change) => {
                  uploading.current += change;
                }}
              />
            </section>

            <section id="seo-settings" className="editor-card">
              <h2 className="text-d4">SEO Settings</h2>
              <SeoFields form={form} set={set} />
            </section>

            <SearchCheckSection form={form} saved={baseline} post={post} />
            {post && <HistorySection postId={post.id} form={form} onRestore={replace} />}
          </div>
          <div className="editor-side">
            <PublishPanel form={form} set={set} />
            <SearchPreview form={form} saved={baseline} />
          </div>
        </fieldset>
        <div className="save-bar">
          <DraftStatusLine isDirty={isDirty} status={draftStatus} />
          <ButtonLink href={AFTER_SAVE} variant="secondary">
            Cancel
          </ButtonLink>
          <Button
            type="submit"
            keycap
            busy={isBusy}
            busyLabel={post === null ? "Creating..." : "Saving..."}
            aria-keyshortcuts="Control+S"
          >
            {post === null ? "Create Post" : "Save Changes"}
          </Button>
        </div>
      </Form>
      {isSigningIn && (
        <SignInDialog
          email={me.email}
          onClose={() => setSigningIn(false)}
          onDone={() => {
            setSigningIn(false);
            signedIn();
          }}
        />
      )}
    </>
  );
}
