import { type Command, commands, Extension } from "@tiptap/core";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    selectedBlocks: {
      /** Moves the cursor to the end of the selection, so that an insertion does not replace it. */
      leaveSelection: () => ReturnType;
    };
  }
}

/**
 * Returns the selection without the empty last line, which is there to be clicked into: if it became a block, another
 * such line would follow it with each press of a button. Returns null if the selection does not extend from the text
 * into that line.
 */
function withoutLastLine({ selection, doc }: EditorState): Selection | null {
  const last = doc.lastChild;
  if (last?.type.name !== "paragraph" || last.childCount > 0) return null;
  const end = doc.content.size - last.nodeSize;
  if (selection.to <= end || selection.from >= end) return null;
  return TextSelection.between(doc.resolve(selection.from), doc.resolve(end));
}

/** Wraps a command so that it changes the selected blocks without the empty last line. */
const onText =
  <Given extends unknown[]>(command: (...given: Given) => Command) =>
  (...given: Given): Command =>
  (props) => {
    const text = withoutLastLine(props.state);
    if (text) props.tr.setSelection(text);
    // Reading `state` of a chain updates it to the chain's transaction.
    return props.state.tr === props.tr && command(...given)(props);
  };

/** Commands for the selected blocks. They leave out the empty last line, whether called by button, menu or key. */
export const SelectedBlocks = Extension.create({
  name: "selectedBlocks",
  // Below the kit's priority, so that these commands replace the ones of the same name.
  priority: 1,
  addCommands: () => ({
    setNode: onText(commands.setNode),
    toggleList: onText(commands.toggleList),
    toggleNode: onText(commands.toggleNode),
    toggleWrap: onText(commands.toggleWrap),
    leaveSelection:
      () =>
      ({ tr }) => {
        if (!tr.selection.empty) tr.setSelection(Selection.near(tr.selection.$to));
        return true;
      },
  }),
});
