import { type Command, commands, Extension } from "@tiptap/core";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    selectedBlocks: {
      /** Moves the cursor to the end of what is selected, so that what is inserted next replaces nothing. */
      leaveSelection: () => ReturnType;
    };
  }
}

/**
 * Returns a selection without the empty line that ends a text, which is there to click into: a block made of it would be
 * followed by another such line, at each press of a button. Null when the selection does not reach from the text into it.
 */
function withoutLastLine({ selection, doc }: EditorState): Selection | null {
  const last = doc.lastChild;
  if (last?.type.name !== "paragraph" || last.childCount > 0) return null;
  const end = doc.content.size - last.nodeSize;
  if (selection.to <= end || selection.from >= end) return null;
  return TextSelection.between(doc.resolve(selection.from), doc.resolve(end));
}

/** A command of the kit that changes the selected blocks, but not the empty line at the end. */
const onText =
  <Given extends unknown[]>(command: (...given: Given) => Command) =>
  (...given: Given): Command =>
  (props) => {
    const text = withoutLastLine(props.state);
    if (text) props.tr.setSelection(text);
    // A chain's state follows its transaction when that is read.
    return props.state.tr === props.tr && command(...given)(props);
  };

/** What is done with the selected blocks. Its commands leave out the empty line at the end, by button, menu and key. */
export const SelectedBlocks = Extension.create({
  name: "selectedBlocks",
  // After the kit, whose commands have the same names.
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
