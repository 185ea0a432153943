import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import type { LinkRow } from "./author-input";
import { LinksField } from "./links-field";

afterEach(unmount);

function Links({ count }: { count: number }) {
  const [links, setLinks] = useState<LinkRow[]>(() =>
    Array.from({ length: count }, (_, id) => ({ id, label: "", url: "" })),
  );
  return <LinksField links={links} readOnly={false} onChange={setLinks} />;
}

it("keeps the focus when the last link is added, and when it is removed", async () => {
  const view = await render(<Links count={9} />);
  const press = (name: string) =>
    doing(() => {
      const button = [...view.querySelectorAll("button")].find(
        (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
      );
      button?.focus();
      button?.click();
    });
  const focused = () => document.activeElement;
  await press("Add link");
  expect(focused()?.getAttribute("name")).toBe("link_label_9");
  await press("Remove link 10");
  expect(focused()?.textContent).toBe("Add link");
});
