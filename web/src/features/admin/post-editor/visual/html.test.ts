import { getSchema } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { ALLOWED_ELEMENTS, allowedAttributes, allowedBlocks } from "./allowed-html";
import { extensions } from "./extensions";
import { formatHtml } from "./format-html";
import { toDocument, toHtml } from "./html";
import { fingerprint } from "./same-html";

const schema = getSchema(extensions);
const document_ = (html: string) => toDocument(schema, html);
const back = (html: string) => toHtml(document_(html));
const kinds = (html: string) => document_(html).content.content.map((node) => node.type.name);
const meaning = (html: string) =>
  allowedBlocks(html)
    .map((block) => (block.nodeType === Node.COMMENT_NODE ? "<!--break-->" : fingerprint(block)))
    .filter((block) => block !== "<p></p>")
    .join("");

describe("a post in the visual editor", () => {
  it.each([
    "<p>Text with <strong>strong</strong>, <b>b</b>, <em>em</em>, <i>i</i>, <u>u</u>, <s>s</s> and <del>del</del>.</p>",
    '<p><a href="https://example.org" title="T" rel="noopener nofollow">A <strong>strong</strong> link</a></p>',
    '<p><strong>Bold <a href="/blog">with a link</a></strong> and <a href="/x"><code>code</code></a></p>',
    '<p>a<sup class="note">b <a href="/x">c <em>d</em></a> e</sup>, <b>f<sup>g</sup></b></p>',
    '<p>H<sub>2</sub>O, x<sup>2</sup>, <mark>found</mark>, <kbd>Ctrl</kbd>, <abbr title="a b">ab</abbr>, <time datetime="2026">2026</time></p>',
    '<h2 id="own-anchor">Two</h2>',
    "<h6>Six</h6>",
    "<ul><li>One</li><li>Two<ul><li>Deep</li></ul></li></ul>",
    '<ol start="3"><li><p>Loose</p></li><li><p>Two</p><p>Parts</p></li></ol>',
    '<blockquote cite="https://example.org"><p>Said</p></blockquote>',
    "<aside><p>Mind <strong>this</strong></p><ul><li>One</li></ul></aside>",
    "<aside><h3>Tip</h3><blockquote><p>Said</p></blockquote></aside>",
    '<pre><code class="language-rust">fn main() {\n    1 &lt; 2\n}</code></pre>',
    "<p>One<br>two</p>",
    '<p><img src="/media/images/a.webp" alt="A" width="3" height="2"></p>',
    '<figure><img src="/a.webp" alt="A" width="3" height="2"><figcaption>Seen in June</figcaption></figure>',
    '<figure class="wide"><img src="/a.webp" alt=""></figure>',
    '<figure class="wide">\n  <img src="/a.webp">\n  <figcaption>Two\n words</figcaption>\n</figure>',
    '<figure><a href="/x" rel="nofollow"><img src="/a.webp" alt="A"></a><figcaption>C</figcaption></figure>',
    '<ul><li>Words<figure><img src="/a.webp" alt="A"></figure></li></ul>',
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    '<table><tbody><tr><th scope="row">A</th><td colspan="2">1</td></tr></tbody></table>',
    "<hr>",
  ])("can edit %s and writes it back unchanged", (html) => {
    expect(kinds(html).filter((kind) => kind === "rawHtmlBlock")).toEqual([]);
    expect(meaning(back(html))).toBe(meaning(html));
  });

  it.each([
    '<figure><img src="/a.webp" alt="A"><figcaption>Seen in <em>June</em></figcaption></figure>',
    '<figure><img src="/a.webp"><img src="/b.webp"><figcaption>Two</figcaption></figure>',
    '<figure><figcaption>First</figcaption><img src="/a.webp"></figure>',
    '<figure><img src="/a.webp">loose<figcaption>C</figcaption></figure>',
    "<figure><pre>a</pre><figcaption>C</figcaption></figure>",
    '<figure><img src="/a.webp"><figcaption></figcaption></figure>',
    "<details><summary>More</summary><p>Text</p></details>",
    "<dl><dt>Term</dt><dd>Meaning</dd></dl>",
    "<table><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table>",
    "<pre>no code element</pre>",
    '<p>a<sup class="note">A</sup><sup class="note">B</sup></p>',
  ])("keeps %s unchanged", (html) => {
    expect(kinds(html)[0]).toBe("rawHtmlBlock");
    expect(back(html)).toBe(html);
  });

  it("has page breaks between its blocks, in any notation", () => {
    const html = "<p>a</p><!--nextpage--><p>b</p><ul><li>c<!-- pagebreak --></li></ul><p>d</p>";
    expect(kinds(html)).toEqual([
      "paragraph",
      "pageBreak",
      "paragraph",
      "bulletList",
      "pageBreak",
      "paragraph",
    ]);
    expect(back(html)).toBe(
      "<p>a</p>\n<!-- pagebreak -->\n<p>b</p>\n<ul><li>c</li></ul>\n<!-- pagebreak -->\n<p>d</p>",
    );
  });

  it("puts a page break that was moved into a list after that list", () => {
    const { nodes } = schema;
    const item = nodes.listItem?.create(null, [
      schema.node("paragraph", null, schema.text("a")),
      schema.node("pageBreak"),
      schema.node("rawHtmlBlock", { html: "<dl><dt>T</dt></dl>" }),
    ]);
    const doc = schema.node("doc", null, [schema.node("bulletList", null, item)]);
    expect(toHtml(doc)).toBe("<ul><li>a<dl><dt>T</dt></dl></li></ul>\n<!-- pagebreak -->");
  });

  it("is empty for an empty text and drops empty paragraphs at the end", () => {
    expect(back("")).toBe("");
    expect(toHtml(schema.node("doc", null, [schema.node("paragraph")]))).toBe("");
  });

  it("omits what the server would remove", () => {
    expect(
      back('<div class="x"><p onclick="a()" style="b">T<script>c</script></p></div>loose'),
    ).toBe("<p>T</p>\n<p>loose</p>");
    expect(back('<p><a href="javascript:alert(1)">x</a><img src="data:a"></p>')).toBe("<p>x</p>");
  });

  it("is tested with every element that the server allows", () => {
    const all = Array.from({ length: 150 }, (_, seed) => randomPost(seed + 1)).join("");
    for (const name of ALLOWED_ELEMENTS) expect(all, name).toContain(`<${name}`);
  });

  it("preserves all allowed HTML, however it is nested", { timeout: 60_000 }, () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const html = randomPost(seed);
      expect(meaning(back(html)), `seed ${seed}: ${html}`).toBe(meaning(html));
    }
  });
});

describe("a fingerprint", () => {
  const of = (html: string) => allowedBlocks(html).map(fingerprint).join();
  it("ignores the nesting of marks, and line breaks in the source", () => {
    expect(of("<p><b><i>a</i></b>\n b </p>")).toBe(of("<p><i><b>a</b></i> b</p>"));
  });
  it("differs for another word, another attribute and another element", () => {
    const one = of('<p><a href="/a">a</a></p>');
    for (const other of ['<p><a href="/b">a</a></p>', '<p><a href="/a">b</a></p>', "<p>a</p>"])
      expect(of(other)).not.toBe(one);
    expect(of("<pre><code>a  b</code></pre>")).not.toBe(of("<pre><code>a b</code></pre>"));
  });
});

describe("formatted HTML", () => {
  it("has a line for each block and does not change text", () => {
    expect(
      formatHtml(
        '<ul><li>One <b>b</b><ul><li>Deep</li></ul></li></ul><!-- pagebreak --><pre><code>a\n  b</code></pre><blockquote cite="https://a.test/?a=b"><p>1 &lt; 2&nbsp;m</p></blockquote>',
      ),
    ).toBe(`<ul>
  <li>
    One <b>b</b>
    <ul>
      <li>Deep</li>
    </ul>
  </li>
</ul>
<!-- pagebreak -->
<pre><code>a
  b</code></pre>
<blockquote cite="https://a.test/?a=b">
  <p>1 &lt; 2&nbsp;m</p>
</blockquote>`);
  });

  it("is equivalent, and does not change when it is formatted again", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const html = randomPost(seed);
      const formatted = formatHtml(html);
      expect(meaning(formatted), html).toBe(meaning(html));
      expect(formatHtml(formatted)).toBe(formatted);
    }
  });
});

/** Returns a post of random elements, each in a place where it is allowed. */
function randomPost(seed: number): string {
  let state = seed * 2_654_435_761;
  const below = (limit: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * limit);
  };
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const tag = (name: string, inner: string) => {
    const attributes = allowedAttributes(name)
      .filter(() => below(3) === 0 || (name === "a" && true))
      .map((key) => ` ${key}="${name === "figure" ? "wide" : (VALUES[key] ?? "2")}"`)
      .join("");
    return `<${name}${attributes}>${inner}</${name}>`;
  };
  const text = (depth: number): string => {
    const parts = Array.from({ length: 1 + below(3) }, () => {
      const kind = below(8);
      if (kind === 0) return "<br>";
      if (kind === 1) return '<img src="/m.webp" alt="M">';
      if (kind < 5 && depth > 0) return tag(pick(INLINE_NAMES), text(depth - 1));
      return pick(["word", " two words ", "a & b".replace("&", "&amp;"), "x\n y", "1 &lt; 2"]);
    });
    return parts.join("");
  };
  const flow = (depth: number): string =>
    below(2) === 0
      ? text(1)
      : Array.from({ length: 1 + below(2) }, () => block(depth - 1)).join("");
  const block = (depth: number): string => {
    const kind = depth > 0 ? below(10) : below(3);
    if (kind < 2) return tag("p", text(2));
    if (kind === 2) return tag(pick(["h1", "h2", "h3", "h4", "h5", "h6"]), text(1));
    if (kind === 3)
      return pick([
        `<pre><code class="language-css">a {\n  b: c;\n}</code></pre>`,
        "<pre>a\n  <b>b</b>\n</pre>",
        tag("dl", tag("dt", text(1)) + tag("dd", flow(depth))),
      ]);
    if (kind === 4) return tag(pick(["blockquote", "aside"]), flow(depth));
    if (kind === 5) return tag(pick(["ul", "ol"]), tag("li", flow(depth)) + tag("li", text(1)));
    if (kind === 6)
      return tag(
        "table",
        (below(4) === 0 ? tag("caption", text(1)) : "") +
          tag("thead", tag("tr", tag("th", "H"))) +
          tag("tbody", tag("tr", tag("td", flow(depth)))) +
          (below(4) === 0 ? tag("tfoot", tag("tr", tag("td", text(1)))) : ""),
      );
    if (kind === 7) return tag("figure", `<img src="/f.webp">${tag("figcaption", text(1))}`);
    if (kind === 8) return tag("details", tag("summary", "S") + flow(depth));
    return below(2) === 0 ? "<hr>" : "<!-- pagebreak -->";
  };
  return Array.from({ length: 1 + below(5) }, () => block(3)).join(pick(["", "\n"]));
}

const INLINE_NAMES = "a strong b em i u s del sub sup code mark span kbd abbr time".split(" ");
const VALUES: Record<string, string> = {
  href: "https://example.org/?a=1&amp;b=2",
  src: "/a.webp",
  id: "an-anchor",
  scope: "col",
  class: "language-rust",
  datetime: "2026-11-21",
  cite: "https://example.org",
};
