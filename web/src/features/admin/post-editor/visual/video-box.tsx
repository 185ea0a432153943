import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Input } from "../../../../ui/forms/input";
import { completeAddress } from "../complete-address";
import { TextBox } from "./text-box";
import { useLeaving } from "./use-leaving";

interface VideoBoxProps {
  editor: Editor;
  onClose: () => void;
}

/** Asks for the address of a video and inserts the video at the cursor. */
export function VideoBox({ editor, onClose }: VideoBoxProps) {
  const { videoHosts } = editor.storage.figure;
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  const { close, leave } = useLeaving(onClose, () => {
    editor.commands.insertVideo(completeAddress(address));
  });
  const cancel = () => {
    close();
    editor.commands.focus();
  };
  const insert = () => {
    const url = completeAddress(address);
    if (!editor.can().insertVideo(url)) {
      setError(`Enter the address of a video on ${videoHosts}.`);
      input.current?.focus();
      return;
    }
    close();
    editor.chain().focus().insertVideo(url).run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && event.target === input.current) insert();
    else return false;
    return true;
  };

  return (
    <TextBox editor={editor} label="Video" className="link-box" onKey={onKey} onLeave={leave}>
      <Field
        label="Video address"
        error={error}
        hint={`From ${videoHosts}. Nothing loads from there until a reader presses play.`}
      >
        <Input
          ref={input}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <div className="text-box-actions">
        <Button size="sm" variant="secondary" onClick={insert}>
          Insert video
        </Button>
        <Button size="sm" variant="quiet" onClick={cancel}>
          Close
        </Button>
      </div>
    </TextBox>
  );
}
