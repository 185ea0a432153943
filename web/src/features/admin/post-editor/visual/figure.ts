import { Node } from "@tiptap/core";
import { type Attrs, type DOMOutputSpec, Fragment } from "@tiptap/pm/model";
import { NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { type ImageDetails, imageDetails } from "./image-details";
import { PASTED_IMAGE } from "./pasted-images";
import { VIDEO_HOSTS, videoAt } from "./video";

interface FigureStorage {
  /** The sites whose videos can be embedded, for display. */
  videoHosts: string;
}

type Change = Partial<ImageDetails & { src: string | null }>;

declare module "@tiptap/core" {
  interface Storage {
    figure: FigureStorage;
  }
  interface Commands<ReturnType> {
    figure: {
      /**
       * Changes the selected image. It is a figure if it has a caption or is wider than the text, and otherwise an
       * inline image.
       */
      updateImage: (change: Change) => ReturnType;
      /**
       * Inserts a video at the cursor, and moves the cursor to a line after it. Fails for an address that is not that
       * of a video.
       */
      insertVideo: (url: string) => ReturnType;
    };
  }
}

/** Attributes of an image, whether or not it is in a figure. */
const SHARED = ["src", "alt", "title", "width", "height"];
const LINK = ["href", "title", "rel"];
const DEFAULTS: Record<string, unknown> = { caption: "", isWide: false, isVideo: false };

const given = (element: Element, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]));
const written = (attributes: Attrs, names: readonly string[]) =>
  Object.fromEntries(
    names.filter((name) => attributes[name] !== null).map((name) => [name, attributes[name]]),
  );
/** Text of a video's link without a title, as a link must not be empty. */
const UNTITLED = "Video";
const letters = (text: string | null) => (text ?? "").replace(/\s/g, "");
/** Collapses white space as browsers do. */
const plain = (text: string) => text.replace(/[ \t\r\n\f]+/g, " ").replace(/^ | $/g, "");

/** Parses a figure with one image or video and nothing else but a caption; returns false for any other. */
function attributesOf(figure: HTMLElement) {
  const images = figure.querySelectorAll("img");
  const [image] = images;
  const isVideo = figure.classList.contains("video");
  const link = isVideo ? figure.querySelector(":scope > a") : image?.closest("figure a");
  // A video without a still image is a link with the title as its text.
  const title = isVideo && !image ? plain(link?.textContent ?? "") : "";
  const words = plain(figure.querySelector("figcaption")?.textContent ?? "");
  const isWhole = isVideo ? link && (image !== undefined || title !== "") : image;
  if (!isWhole || images.length > 1) return false;
  // In formatted HTML there is white space between the parts.
  if (letters(figure.textContent) !== letters(title + words)) return false;
  // A pasted image is uploaded as an inline image.
  if (image?.getAttribute("src")?.startsWith(PASTED_IMAGE)) return false;
  return {
    ...(image ? given(image, SHARED) : { alt: title }),
    link: link ? given(link, LINK) : null,
    caption: words,
    isWide: figure.classList.contains("wide"),
    isVideo,
  };
}

/**
 * Node for a video, or for an image that has a caption or is wider than the text. It is edited as a whole, in the box
 * beside it. A video is a link to its site, with a still image or its title.
 */
export const Figure = Node.create<object, FigureStorage>({
  name: "figure",
  group: "block",
  atom: true,
  draggable: true,
  addStorage: () => ({ videoHosts: VIDEO_HOSTS }),
  addAttributes: () =>
    Object.fromEntries(
      [...SHARED, "link", "caption", "isWide", "isVideo"].map((name) => [
        name,
        { default: DEFAULTS[name] ?? null, rendered: false, parseHTML: () => null },
      ]),
    ),
  parseHTML: () => [{ tag: "figure", getAttrs: attributesOf }],
  renderHTML: ({ node: { attrs } }) => {
    const hasStill = attrs.src !== null || !attrs.isVideo;
    const shown: DOMOutputSpec | string = hasStill
      ? ["img", written(attrs, SHARED)]
      : plain(attrs.alt ?? "") || UNTITLED;
    const caption = plain(attrs.caption as string);
    const classes = [attrs.isVideo && "video", attrs.isWide && "wide"].filter(Boolean).join(" ");
    return [
      "figure",
      classes === "" ? {} : { class: classes },
      attrs.link ? ["a", written(attrs.link as Attrs, LINK), shown] : shown,
      ...(caption === "" ? [] : [["figcaption", caption] satisfies DOMOutputSpec]),
    ];
  },
  addCommands: () => ({
    updateImage:
      (change) =>
      ({ tr, dispatch }) =>
        update(tr, change, dispatch !== undefined),
    insertVideo:
      (url) =>
      ({ tr, state, dispatch }) => {
        if (videoAt(url) === null) return false;
        if (!dispatch) return true;
        const link = { href: url, title: null, rel: null };
        const figure = state.schema.node("figure", { isVideo: true, link });
        // Without stored marks, which would replace `figure` with a copy.
        tr.replaceSelectionWith(figure, false);
        tr.doc.descendants((node, at) => {
          if (node === figure) goOn(tr, at + node.nodeSize);
        });
        return true;
      },
  }),
});

/** Changes the selected image. Unless `isDone`, only returns whether it could. */
function update(tr: Transaction, change: Change, isDone: boolean): boolean {
  const { selection } = tr;
  const now = imageDetails(selection);
  if (!now || !(selection instanceof NodeSelection)) return false;
  const { node, from } = selection;
  const isFigure = node.type.name === "figure";
  const { caption, isWide } = { ...now, ...change };
  // A figure that was stored without a caption stays a figure until its caption or width is changed.
  const isAltOnly = change.caption === undefined && change.isWide === undefined;
  const wantsFigure = isAltOnly || now.isVideo ? isFigure : isWide || plain(caption) !== "";
  if (wantsFigure !== isFigure)
    return isFigure ? toImage(tr, selection, isDone) : toFigure(tr, selection, change, isDone);
  if (!isDone) return true;
  // Steps that change only attributes keep the image selected.
  const size = change.src === undefined ? {} : { width: null, height: null };
  for (const [name, value] of Object.entries({ ...change, ...size }))
    if (name in node.attrs) tr.setNodeAttribute(from, name, value);
  return true;
}

/** Replaces an image with a figure. The content beside the image in its paragraph goes before and after the figure. */
function toFigure(
  tr: Transaction,
  { node: image, $from }: NodeSelection,
  change: Change,
  isDone: boolean,
): boolean {
  const paragraph = $from.parent;
  if (paragraph.type.name !== "paragraph") return false;
  const link = image.marks.find(({ type }) => type.name === "link")?.attrs ?? null;
  const figure = tr.doc.type.schema.node("figure", { ...image.attrs, ...change, link });
  const before = paragraph.cut(0, $from.parentOffset);
  const after = paragraph.cut($from.parentOffset + 1);
  const nodes = [before, figure, after].filter((one) => one === figure || one.content.size > 0);
  const index = $from.index(-1);
  // A list item must begin with a paragraph.
  if (!$from.node(-1).canReplace(index, index + 1, Fragment.from(nodes))) return false;
  if (!isDone) return true;
  const start = $from.before();
  tr.replaceWith(start, $from.after(), nodes);
  choose(tr, nodes[0] === figure ? start : start + before.nodeSize);
  return true;
}

/** Replaces a figure with an image in a paragraph. */
function toImage(tr: Transaction, { node, from }: NodeSelection, isDone: boolean): boolean {
  if (!isDone) return true;
  const { schema } = tr.doc.type;
  const marks = node.attrs.link ? [schema.mark("link", node.attrs.link as Attrs)] : [];
  const image = schema.node("image", node.attrs, undefined, marks);
  tr.replaceWith(from, from + 1, schema.node("paragraph", null, image));
  choose(tr, from + 1);
  return true;
}

/** Moves the cursor into the empty line at `at`, and inserts one if there is none. */
function goOn(tr: Transaction, at: number): void {
  const next = tr.doc.nodeAt(at);
  if (next?.type.name !== "paragraph" || next.childCount > 0)
    tr.insert(at, tr.doc.type.schema.node("paragraph"));
  tr.setSelection(TextSelection.create(tr.doc, at + 1));
}

const choose = (tr: Transaction, at: number) => tr.setSelection(NodeSelection.create(tr.doc, at));
