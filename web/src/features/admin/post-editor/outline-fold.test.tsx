import { afterEach, expect, it } from "vitest";
import { render, unmount } from "../../../test-support/render";
import { OutlineFold } from "./outline-fold";

afterEach(unmount);

const STORED = '<p>Before.</p><h2 id="one">One</h2><H3>Two</H3><hr><header>None</header>';

it("counts the headings of the stored text until the editor has loaded", async () => {
  const page = await render(<OutlineFold editor={null} stored={STORED} />);
  expect(page.querySelector("summary")?.textContent).toBe("Outline2 headings");
});

it("is absent in HTML mode, and without headings", async () => {
  const inHtml = await render(<OutlineFold editor={undefined} stored={STORED} />);
  expect(inHtml.textContent).toBe("");
  await unmount();
  const plain = await render(<OutlineFold editor={null} stored="<p>Before.</p>" />);
  expect(plain.textContent).toBe("");
});
