import type { Editor } from "@tiptap/core";
import { useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../../../../ui/base/icon";
import type { Command, Question } from "./commands";
import { OptionList, optionId } from "./option-list";
import { placeBox } from "./place-box";
import type { OpenMenu } from "./slash-menu";

interface LineMenuProps {
  editor: Editor;
  menu: OpenMenu;
  /** Called when a command needs input first. */
  onAsk: (question: Question) => void;
}

/** What the line can become. The text keeps the focus, and names the active command to assistive technology. */
export function LineMenu({ editor, menu, onAsk }: LineMenuProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const run = useEffectEvent((command: Command) => {
    editor.chain().focus().deleteRange(menu).run();
    if (command.run) command.run(editor);
    else if (command.asks) onAsk(command.asks);
  });
  useLayoutEffect(() => {
    const { slashMenu } = editor.storage;
    slashMenu.drawn = {
      listId,
      optionId: (index) => optionId(listId, index),
      run: (command) => run(command),
    };
    // The attributes of the text name the active command.
    editor.view.setProps({});
    return () => {
      slashMenu.drawn = null;
      if (!editor.isDestroyed) editor.view.setProps({});
    };
  }, [editor, listId]);
  const { from, commands, active } = menu;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is as high as its commands
  useLayoutEffect(() => {
    if (box.current) placeBox(box.current, editor, { from, to: from });
  }, [editor, from, commands.length]);
  return (
    <div ref={box} className="text-box line-menu">
      <OptionList
        id={listId}
        label="Commands"
        options={commands}
        keyOf={({ label }) => label}
        active={active}
        // It scrolls, so it can have the focus. Tab never leads here: it chooses, as Enter does.
        tabIndex={0}
        onPick={(command) => editor.storage.slashMenu.drawn?.run(command)}
      >
        {({ icon, label }) => (
          <>
            <Icon of={icon} size={18} />
            {label}
          </>
        )}
      </OptionList>
    </div>
  );
}
