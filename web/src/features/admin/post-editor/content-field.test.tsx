import { afterEach, expect, it, vi } from "vitest";
import { sourceOf } from "../../../test-support/form-source";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { ContentField } from "./content-field";

vi.mock("./visual/visual-editor", () => ({ VisualEditor: () => null }));
vi.mock("../media/media-gallery", () => ({ MediaGallery: () => null }));

afterEach(unmount);

const Text = ({ isReady }: { isReady: boolean }) => (
  <ContentField
    postId=""
    sync={sourceOf()}
    isDisabled={false}
    flush={{ current: () => {} }}
    isFocused={false}
    onFocusMode={() => {}}
    isReady={isReady}
    onVisual={() => {}}
    set={() => {}}
    onRunning={() => {}}
  />
);

const enabled = () =>
  [...document.querySelectorAll<HTMLButtonElement>(".visual-foot button")]
    .filter(({ disabled }) => !disabled)
    .map(({ textContent }) => textContent);

it("disables images, page breaks and search until the visual editor has loaded", async () => {
  await render(<Text isReady={false} />);
  expect(enabled()).toEqual([]);
  await rerender(<Text isReady />);
  expect(enabled()).toEqual(["Add Media", "Add Page Break", "Find"]);
});

it("enables them in HTML mode, where a text area replaces the editor", async () => {
  const view = await render(<Text isReady={false} />);
  const html = [...view.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "HTML mode",
  );
  await doing(() => html?.click());
  expect(enabled()).toContain("Add Media");
});
