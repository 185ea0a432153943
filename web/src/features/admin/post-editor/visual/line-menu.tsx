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
  /** Called for a command that needs input first. */
  onAsk: (question: Question) => void;
}

/** The slash menu. The focus stays in the text, whose attributes refer to the active command. */
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
    // Updates the attributes of the text, which refer to the active command.
    editor.view.setProps({});
    return () => {
      slashMenu.drawn = null;
      if (!editor.isDestroyed) editor.view.setProps({});
    };
  }, [editor, listId]);
  const { from, commands, active } = menu;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commands determine the height of the box
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
        // A scrollable element must be focusable. Tab never reaches it, as it chooses a command, like Enter.
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
