import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { DraftNotice } from "./draft-offer";
import { formOf } from "./post-form";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

const at = new Date(2026, 10, 25, 14, 5).getTime();
const draft = { key: "k", form: { ...formOf(null), title: "Log ==files==" }, version: null, at };

it("describes the draft at once, as the notice is announced when it appears", () => {
  const html = renderToStaticMarkup(
    <DraftNotice draft={draft} isOutdated={false} onRestore={() => {}} onDiscard={() => {}} />,
  );
  expect(html).toContain("Unsaved draft of “Log files”, 25 Nov 2026, 14:05.");
});

it("asks before a draft is discarded, and keeps it if the answer is no", async () => {
  const confirmed = vi.fn<(question?: string) => boolean>().mockReturnValue(false);
  vi.stubGlobal("confirm", confirmed);
  const onDiscard = vi.fn();
  const view = await render(
    <DraftNotice draft={draft} isOutdated={false} onRestore={() => {}} onDiscard={onDiscard} />,
  );
  const discard = () => doing(() => [...view.querySelectorAll("button")].at(-1)?.click());
  await discard();
  expect(confirmed).toHaveBeenCalledWith(
    "Discard the unsaved draft of “Log files”? It cannot be restored.",
  );
  expect(onDiscard).not.toHaveBeenCalled();
  confirmed.mockReturnValue(true);
  await discard();
  expect(onDiscard).toHaveBeenCalledOnce();
});
