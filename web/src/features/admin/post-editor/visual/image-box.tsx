import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Input } from "../../../../ui/forms/input";
import { type ImageDetails, imageDetails } from "./image-details";
import { TextBox } from "./text-box";
import { useSteps } from "./use-steps";

const ALT_TEXT = {
  label: "Alt text",
  hint: "What the image shows, for people who can't see it.",
};
const VIDEO_TITLE = {
  label: "Title",
  hint: "What the video is about. Screen readers announce it as the name of the player.",
};

interface ImageBoxProps {
  editor: Editor;
  /** Whether the box takes the focus, as it was opened by a key. */
  isAsked: boolean;
  /** Called when the focus returns to the text. */
  onLeave: () => void;
  onClose: () => void;
  /** Called when another image is to be chosen. */
  onPick: () => void;
}

/** Box for the alternative text, caption and width of the chosen image or video. */
export function ImageBox({ editor, isAsked, onLeave, onClose, onPick }: ImageBoxProps) {
  // The editor's state, as undoing also changes the details.
  const state = useSyncExternalStore(useSteps(editor), () => editor.state);
  const details = imageDetails(state.selection);
  const first = useRef<HTMLInputElement>(null);
  const widthId = useId();

  useEffect(() => {
    if (isAsked) first.current?.focus();
  }, [isAsked]);
  if (!details) return null;

  const change = (what: Partial<ImageDetails & { src: null }>) => editor.commands.updateImage(what);
  const leave = () => {
    editor.commands.focus();
    onLeave();
  };
  const close = () => {
    editor.commands.focus();
    onClose();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) leave();
    else return false;
    return true;
  };
  const widths = [
    { label: "Text", isWide: false },
    { label: "Wide", isWide: true },
  ];

  return (
    <TextBox
      editor={editor}
      label={details.isVideo ? "Video" : "Image"}
      className="image-box"
      onKey={onKey}
      onLeave={(to) => {
        if (editor.view.dom.contains(to)) return;
        // The next image or page break goes after this one.
        if (to?.closest(".visual-foot")) editor.commands.leaveSelection();
        onClose();
      }}
    >
      <Field {...(details.isVideo ? VIDEO_TITLE : ALT_TEXT)}>
        <Input
          ref={first}
          value={details.alt}
          onChange={(event) => change({ alt: event.target.value })}
        />
      </Field>
      {editor.can().updateImage({ isWide: true }) && (
        <>
          <Field label="Caption">
            <Input
              value={details.caption}
              onChange={(event) => change({ caption: event.target.value })}
            />
          </Field>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend */}
          <div role="group" aria-labelledby={widthId} className="image-width">
            <span id={widthId}>Width</span>
            <div className="mode-switch">
              {widths.map(({ label, isWide }) => (
                <button
                  key={label}
                  type="button"
                  aria-pressed={details.isWide === isWide}
                  onClick={() => change({ isWide })}
                >
                  {label}
                </button>
              ))}
            </div>
          </div>
        </>
      )}
      <div className="text-box-actions">
        {details.isVideo && (
          <Button size="sm" variant="secondary" onClick={onPick}>
            {details.hasStill ? "Change still" : "Choose still"}
          </Button>
        )}
        {details.isVideo && details.hasStill && (
          <Button size="sm" variant="quiet" onClick={() => change({ src: null })}>
            Remove still
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </TextBox>
  );
}
