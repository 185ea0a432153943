import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DraftNotice } from "./draft-offer";
import { formOf } from "./post-form";

it("says from the first what the draft is from: the line is announced as it comes", () => {
  const at = new Date(2026, 10, 25, 14, 5).getTime();
  const draft = { key: "k", form: { ...formOf(null), title: "Log files" }, version: null, at };
  const html = renderToStaticMarkup(
    <DraftNotice draft={draft} isOutdated={false} onRestore={() => {}} onDiscard={() => {}} />,
  );
  expect(html).toContain("Unsaved draft of “Log files”, 25 Nov 2026, 14:05.");
});
