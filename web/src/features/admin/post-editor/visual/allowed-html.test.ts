import { describe, expect, it } from "vitest";
import { BLOCKS, INLINE } from "../../../../generated/allowed-elements";
import { allowedBlocks, isSafeAddress, parsed } from "./allowed-html";

const allowed = Object.entries({ ...INLINE, ...BLOCKS })
  // A span without attributes is removed.
  .filter(([name]) => name !== "span");

/** Values of attributes that do not accept any text. */
const VALUES: Record<string, string> = {
  "figure class": "wp-block wide",
  "sup class": "x note",
};

describe("the allowed HTML of a post", () => {
  it.each(allowed)("includes %s with its attributes, and no other", (name, attributes) => {
    const written = [...attributes, "onclick", "data-x"].map(
      (attribute) => `${attribute}="${VALUES[`${name} ${attribute}`] ?? "/1"}"`,
    );
    const container = document.createElement("div");
    container.append(...allowedBlocks(`<${name} ${written.join(" ")}>x</${name}>`));
    expect(container.querySelector(name)?.getAttributeNames()).toEqual(attributes);
  });

  it("includes a link to the video of an embedded player, and no other frame", () => {
    const [video, ...others] = allowedBlocks(
      '<iframe src="//www.youtube.com/embed/x?rel=0" title="A <talk>">b</iframe><iframe src="https://a.test">c</iframe>',
    );
    expect((video as Element).outerHTML).toBe(
      '<figure class="video"><a href="https://www.youtube.com/watch?v=x">A &lt;talk&gt;</a></figure>',
    );
    expect(others).toEqual([]);
  });

  it("includes no class of a figure other than those of a video and a wide one", () => {
    const [plain, wide] = allowedBlocks(
      '<figure class="wider">a</figure><figure class="b wide">c</figure>',
    );
    expect((plain as Element).outerHTML).toBe("<figure>a</figure>");
    expect((wide as Element).outerHTML).toBe('<figure class="wide">c</figure>');
    const [both] = allowedBlocks('<figure class="wide video">a</figure>');
    expect((both as Element).outerHTML).toBe('<figure class="video wide">a</figure>');
  });

  it("includes no script or data address", () => {
    for (const address of ["/a", "a", "#a", "?a=b:c", "https://a.test", "mailto:a@b.test", "tel:1"])
      expect(isSafeAddress(address), address).toBe(true);
    for (const address of [
      "javascript:alert(1)",
      " JavaScript:a",
      "data:text/html,a",
      "vbscript:a",
      "java\tscript:alert(1)",
      "java\r\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "\u0000 \u001fdata:text/html,a",
    ])
      expect(isSafeAddress(address), address).toBe(false);
  });
});

it("neutralises styles and handlers while parsing, but no address or text", () => {
  const [link, bare] = parsed(
    `<a href="/x" title='style="a" onclick="b"' onclick="c()" style='d:e'>onclick=f</a><a href=/x?style=1>g</a>`,
  ).children;
  expect(link?.getAttributeNames()).toEqual(["href", "title", "data-onclick", "data-style"]);
  expect(link?.getAttribute("title")).toBe('style="a" onclick="b"');
  expect(link?.textContent).toBe("onclick=f");
  expect(bare?.getAttributeNames()).not.toContain("data-style");
  expect(bare?.getAttribute("href")).toContain("?style");
});
