import { readFileSync } from "node:fs";
import { getSchema } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { extensions } from "./extensions";
import { toDocument, toHtml } from "./html";
import { cleanPaste } from "./paste";
import { fileOf, PastedImages } from "./pasted-images";

const fixture = (name: string) =>
  readFileSync(`src/features/admin/post-editor/visual/fixtures/${name}.txt`, "utf8");
const schema = getSchema(extensions);
const asPost = (pasted: string) => toHtml(toDocument(schema, cleanPaste(pasted)));
/** Returns HTML on one line, without the `tbody` elements that the test's parser omits. */
const words = (html: string) =>
  html
    .replace(/<\/?tbody>/g, "")
    .replace(/\s+/g, " ")
    .replace(/> (?=<)|(?<=<t[rd]>) | (?=<\/?t[rd]>)/g, (gap) => gap.trim())
    .trim();

describe("pasted content", () => {
  it.each(["google-docs", "word"])("from %s is converted to what it means", (name) => {
    expect(words(asPost(fixture(name)))).toBe(words(fixture(`${name}.clean`)));
  });

  it("keeps bold and italic styles of Google Docs, but not its wrapper", () => {
    expect(
      cleanPaste(
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">Plain </span><span style="font-weight:700;font-style:italic">both</span></p></b>',
      ),
    ).toBe("<p>Plain <strong><em>both</em></strong></p>");
  });

  it("leaves out Word's comments and hidden text", () => {
    const mark = (name: string, to: string) =>
      `<span class=MsoCommentReference><span style='font-size:8.0pt'><!--[if !supportAnnotations]--><a class=${name} onmouseover="msoCommentShow('_anchor_1')" href="#${to}">[JS1]</a><!--[endif]--><span style='mso-special-character:comment'>&nbsp;</span></span></span>`;
    expect(
      cleanPaste(
        `<p class=MsoNormal>Our <a style='mso-comment-reference:JS_1'>rates</a>${mark("msocomanchor", "_msocom_1")} rose<span style='display:none;mso-hide:all'> by how much?</span>.</p>
        <div style='mso-element:comment-list'><!--[if !supportAnnotations]--><hr class=msocomoff><!--[endif]--><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>${mark("msocomoff", "_msoanchor_1")}Not for the client</p></div></div></div>`,
      ),
    ).toBe("<p>Our rates rose.</p>");
  });

  it("has Word's lists as lists of the same kind and depth", () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>${text}</p>`;
    expect(cleanPaste(item(1, "1.", "a") + item(2, "a.", "b") + item(1, "2.", "c"))).toBe(
      "<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>",
    );
    expect(cleanPaste(`${item(1, "·", "a")}\n\n${item(1, "1.", "b")}`)).toBe(
      "<ul><li>a</li></ul><ol><li>b</li></ol>",
    );
    expect(
      cleanPaste(item(1, "·", "a") + item(2, "o", "b") + item(2, "1)", "c") + item(3, "§", "d")),
    ).toBe("<ul><li>a<ul><li>b</li></ul><ol><li>c<ul><li>d</li></ul></li></ol></li></ul>");
    expect(cleanPaste(`${item(1, "·", "a")}<p>between</p>${item(1, "·", "b")}`)).toBe(
      "<ul><li>a</li></ul><p>between</p><ul><li>b</li></ul>",
    );
    expect(cleanPaste(item(2, "·", "deep") + item(1, "·", "less"))).toBe(
      "<ul><li>deep</li><li>less</li></ul>",
    );
  });

  it("has Word's lists within lists with their own numbers", () => {
    const item = (level: number, mark: string, text: string) =>
      `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark} </span>${text}</p>`;
    expect(
      cleanPaste(
        item(1, "1.", "a") + item(1, "2.", "b") + item(2, "2.1.", "c") + item(2, "2.2", "d"),
      ),
    ).toBe("<ol><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ol>");
    expect(cleanPaste(item(1, "1.3", "a"))).toBe('<ol start="3"><li>a</li></ol>');
  });

  it("has the lines of code that are blocks on other sites", () => {
    expect(
      asPost(
        "<pre><code><div>a</div><div>  <span>b</span></div><div><br></div><div></div><div>c</div></code></pre>",
      ),
    ).toBe("<pre><code>a\n  b\n\n\nc\n</code></pre>");
    expect(
      asPost(
        "<pre><code><table><tr><td>1</td><td>a</td></tr><tr><td>2</td></tr></table></code></pre>",
      ),
    ).toBe("<pre><code>1a\n2\n</code></pre>");
  });

  it("has the notes of a published article at their places", () => {
    const marker = (address: string) =>
      `One<sup class="note"><a href="${address}" id="fnref-1" role="doc-noteref">1</a></sup> end`;
    const notes =
      '<div class="notes" role="doc-endnotes"><ol><li id="fn-1">See <a href="/x">X</a>&nbsp;<a href="#fnref-1" role="doc-backlink">↩</a></li></ol></div>';
    expect(asPost(`<p>${marker("https://a.test/blog/a#fn-1")}</p>${notes}`)).toBe(
      '<p>One<sup class="note">See <a href="/x">X</a></sup> end</p>',
    );
    expect(asPost(`<p>${marker("#fn-1")}</p>`)).toBe("<p>One end</p>");
  });

  it("has only links with a usable address", () => {
    expect(
      cleanPaste(
        '<p><a href="file:///C:/a.docx">a</a> <a href="#_Toc1">b</a> <a href="mailto:a@b.test">c</a></p>',
      ),
    ).toBe('<p>a b <a href="mailto:a@b.test">c</a></p>');
  });

  it("has no embedded or local images, unless they are taken for uploading", () => {
    const pasted =
      '<p>a<img src="data:image/png;base64,AAEC"><img src="/b.webp"><img src="file:///c.png"></p>';
    expect(cleanPaste(pasted)).toBe('<p>a<img src="/b.webp"></p>');
    const embedded = new PastedImages();
    expect(cleanPaste(pasted, (address) => embedded.keep(address))).toBe(
      '<p>a<img src="#pasted-image-1"><img src="/b.webp"></p>',
    );
    expect(embedded.get("#pasted-image-1")).toMatchObject({ name: "pasted.png", size: 3 });
    expect(embedded.lost).toBe(1);
  });

  it("keeps its cut if it comes from this editor", () => {
    for (const own of [
      '<p data-pm-slice="1 1 []">a</p>',
      '<p data-pm-slice="2 2 [&quot;orderedList&quot;,{&quot;start&quot;:3}]" data-bare="">a</p>',
      '<div data-raw-html="<figure><p>a</p></figure>" data-pm-slice="0 0 []"></div>',
      '<h2 data-id="top" data-pm-slice="1 1 []"><a href="/b">a</a></h2><div data-page-break=""></div>',
    ])
      expect(cleanPaste(own)).toBe(own);
  });

  it("contains nothing in a slice that a post cannot contain", () => {
    const slice = (html: string, around = "[]") =>
      cleanPaste(`<p data-pm-slice='0 0 ${around}'>a</p>${html}`);
    const begin = '<p data-pm-slice="0 0 []">a</p>';
    expect(slice('<p onclick="a()" style="color:red">b</p>')).toBe(`${begin}<p>b</p>`);
    expect(slice('<script>a()</script><p><a href="java\tscript:a()">b</a></p>')).toBe(
      `${begin}<p><a>b</a></p>`,
    );
    expect(slice('<iframe src="https://evil.example"></iframe><form><p>b</p></form>')).toBe(
      `${begin}<p>b</p>`,
    );
    expect(
      slice(
        '<div data-raw-html="<script>a()</script><p onclick=a()>b</p><object>c</object>"></div>',
      ),
    ).toBe(`${begin}<div data-raw-html="<p>b</p><p>c</p>"></div>`);
    expect(slice('<img src="data:image/png;base64,AAEC">')).toBe(begin);
    expect(slice("", '["rawHtmlBlock",{"html":"<script>a()</script>"}]')).toBe(begin);
    expect(slice("", "no list")).toBe(begin);
  });
});

describe("an embedded image", () => {
  it("becomes a file with its type and bytes", async () => {
    const file = fileOf("data:image/svg+xml;base64,PHN2Zy8+");
    expect(file).toMatchObject({ name: "pasted.svg", type: "image/svg+xml" });
    expect(await file?.text()).toBe("<svg/>");
  });
  it.each(["data:text/html;base64,AA==", "data:image/png,AA", "data:image/png;base64,%", "/a.png"])(
    "is none of %s",
    (address) => expect(fileOf(address)).toBeNull(),
  );
});
