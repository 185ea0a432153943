import { Node } from "@tiptap/core";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    callout: {
      /** Puts the chosen blocks into a callout, or takes them out of it. */
      toggleCallout: () => ReturnType;
    };
  }
}

/** A note beside the run of the text: a tip, a warning, a summary. */
export const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "aside" }],
  renderHTML: () => ["aside", 0],
  addCommands() {
    return {
      toggleCallout:
        () =>
        ({ commands }) =>
          commands.toggleWrap(this.name),
    };
  },
});
