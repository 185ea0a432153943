import { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { afterEach, describe, expect, it } from "vitest";
import { extensions } from "./extensions";
import { toDocument, toHtml } from "./html";
import type { ImageDetails } from "./image-details";
import { currentAddress, removeLink, setLink } from "./link";

let editor: Editor;
afterEach(() => editor.destroy());

/** Returns an editor in which the image of the text is selected. */
function chosen(html: string): Editor {
  editor = new Editor({ extensions });
  editor.commands.setContent(toDocument(editor.schema, html).toJSON());
  editor.state.doc.descendants((node, at) => {
    if (!["image", "figure"].includes(node.type.name)) return;
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
  });
  return editor;
}
const change = (what: Partial<ImageDetails & { src: string | null }>) => {
  editor.commands.updateImage(what);
  return toHtml(editor.state.doc);
};

describe("the selected image", () => {
  it("is a figure with a caption or more width, and otherwise an image in a paragraph", () => {
    chosen('<p><img src="/a.webp" alt="A" width="3"></p>');
    expect(change({ caption: "S" })).toBe(
      '<figure><img src="/a.webp" alt="A" width="3"><figcaption>S</figcaption></figure>',
    );
    expect(change({ caption: "Seen  in <June> " })).toContain(
      "<figcaption>Seen in &lt;June&gt;</figc",
    );
    expect(change({ isWide: true })).toMatch(/^<figure class="wide">/);
    expect(change({ caption: "" })).toBe(
      '<figure class="wide"><img src="/a.webp" alt="A" width="3"></figure>',
    );
    expect(change({ alt: "B" })).toContain('alt="B"');
    expect(change({ isWide: false })).toBe('<p><img src="/a.webp" alt="B" width="3"></p>');
    expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  });

  it("stays what it was if only its alt text changes", () => {
    chosen('<figure><img src="/a.webp"></figure>');
    expect(change({ alt: "A" })).toBe('<figure><img src="/a.webp" alt="A"></figure>');
    chosen('<p>a <img src="/a.webp"></p>');
    expect(change({ alt: "A" })).toBe('<p>a <img src="/a.webp" alt="A"></p>');
  });

  it("keeps its link, and puts the text around it into paragraphs", () => {
    const image = '<a href="/x"><img src="/a.webp" alt="A"></a>';
    chosen(`<p>Before ${image} after</p>`);
    expect(change({ caption: "C" })).toBe(
      `<p>Before </p>\n<figure>${image}<figcaption>C</figcaption></figure>\n<p> after</p>`,
    );
    expect(change({ caption: "" })).toBe(`<p>Before </p>\n<p>${image}</p>\n<p> after</p>`);
  });

  it("as a figure, gets, changes and loses its link", () => {
    const shown = '<img src="/a.webp"></a><figcaption>C</figcaption></figure>';
    chosen('<figure><img src="/a.webp"><figcaption>C</figcaption></figure>');
    expect(currentAddress(editor)).toBe("");
    setLink(editor, "/x", "words");
    expect(toHtml(editor.state.doc)).toBe(`<figure><a href="/x">${shown}`);
    setLink(editor, "/y", "words");
    expect(currentAddress(editor)).toBe("/y");
    removeLink(editor);
    expect(toHtml(editor.state.doc)).not.toContain("<a ");
    const video = '<figure class="video"><a href="https://youtu.be/x">Video</a></figure>';
    chosen(video);
    setLink(editor, "/x", "words");
    expect(toHtml(editor.state.doc)).toBe(video);
  });

  it("keeps caption, width and link when another image takes its place", () => {
    const figure = (src: string, alt: string) =>
      `<figure class="wide"><a href="/x"><img src="${src}" alt="${alt}"></a><figcaption>C</figcaption></figure>`;
    chosen(figure("/a.webp", "A"));
    expect(change({ src: "/b.webp", alt: "B" })).toBe(figure("/b.webp", "B"));
    chosen('<p><a href="/x"><img src="/a.webp" alt="A" width="3"></a></p>');
    expect(change({ src: "/b.webp", alt: "B" })).toBe(
      '<p><a href="/x"><img src="/b.webp" alt="B"></a></p>',
    );
  });

  it("does not become a figure where none is allowed", () => {
    for (const html of ['<h2><img src="/a.webp"></h2>', '<ul><li><img src="/a.webp"></li></ul>']) {
      chosen(html);
      expect(editor.can().updateImage({ isWide: true })).toBe(false);
      expect(change({ caption: "C" })).toBe(html);
    }
    chosen('<table><tbody><tr><td><img src="/a.webp"></td></tr></tbody></table>');
    expect(editor.can().updateImage({ isWide: true })).toBe(true);
  });
});

describe("a video", () => {
  const link = (shown: string) => `<a href="https://youtu.be/x">${shown}</a>`;
  const still = '<img src="/a.webp" alt="A &amp; B">';

  it("is inserted at the cursor, which moves to a line after it", () => {
    const video = `<figure class="video">${link("Video")}</figure>`;
    const insert = (at?: number) => {
      if (at) editor.commands.setTextSelection(at);
      editor.commands.insertVideo("https://youtu.be/x");
      editor.view.dispatch(editor.state.tr.insertText("New"));
      return toHtml(editor.state.doc);
    };
    chosen("<p>a</p><p></p><p>b</p>");
    expect(insert(4)).toBe(`<p>a</p>\n${video}\n<p>New</p>\n<p>b</p>`);
    chosen("<p></p><p></p><p>b</p>");
    expect(insert(1)).toBe(`${video}\n<p>New</p>\n<p>b</p>`);
    chosen("<p></p>");
    expect(insert(1)).toBe(`${video}\n<p>New</p>`);
    chosen("<p>one two</p>");
    expect(insert(5)).toBe(`<p>one </p>\n${video}\n<p>New</p>\n<p>two</p>`);
    chosen("<ul><li>a</li></ul>");
    expect(insert(4)).toBe(`<ul><li>a${video}<p>New</p></li></ul>`);
    chosen("<p><strong>a</strong></p>");
    editor.chain().setTextSelection(2).splitBlock().run();
    expect(editor.state.storedMarks).toHaveLength(1);
    expect(insert()).toBe(`<p><strong>a</strong></p>\n${video}\n<p>New</p>`);
    chosen(video);
    expect(change({ alt: "A & B" })).toContain(link("A &amp; B"));
  });

  it("has a title or a still image, a caption and a width", () => {
    chosen(`<figure class="video">${link("A &amp; B")}</figure>`);
    expect(change({ src: "/a.webp" })).toBe(`<figure class="video">${link(still)}</figure>`);
    expect(change({ isWide: true })).toBe(`<figure class="video wide">${link(still)}</figure>`);
    expect(change({ isWide: false, caption: "C" })).toBe(
      `<figure class="video">${link(still)}<figcaption>C</figcaption></figure>`,
    );
    expect(change({ caption: "", src: null })).toBe(
      `<figure class="video">${link("A &amp; B")}</figure>`,
    );
  });

  it("is read back from its HTML, and any other figure is a block of HTML", () => {
    const read = (html: string) => {
      chosen(html);
      const type = editor.state.doc.firstChild?.type.name;
      expect(toHtml(editor.state.doc)).toBe(html);
      return type;
    };
    expect(
      read(`<figure class="video wide">${link(still)}<figcaption>C</figcaption></figure>`),
    ).toBe("figure");
    const titled = `<figure class="video">${link("T")}<figcaption>C</figcaption></figure>`;
    expect(read(titled)).toBe("figure");
    chosen(titled.replaceAll("><", ">\n  <"));
    expect(editor.state.doc.firstChild?.type.name).toBe("figure");
    expect(read(`<figure class="video">${still}</figure>`)).toBe("rawHtmlBlock");
    expect(read(`<figure class="video">${link("a")}b</figure>`)).toBe("rawHtmlBlock");
  });
});
