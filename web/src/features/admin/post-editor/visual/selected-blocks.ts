import { type Command, commands, Extension } from "@tiptap/core";
import { type EditorState, type Selection, TextSelection } from "@tiptap/pm/state";

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

/** Has the commands for blocks leave out the empty line at the end of the text, by button, menu and key. */
export const SelectedBlocks = Extension.create({
  name: "selectedBlocks",
  // After the kit, whose commands have the same names.
  priority: 1,
  addCommands: () => ({
    setNode: onText(commands.setNode),
    toggleList: onText(commands.toggleList),
    toggleNode: onText(commands.toggleNode),
    toggleWrap: onText(commands.toggleWrap),
  }),
});
