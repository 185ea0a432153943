import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../../test-support/render";
import { Form } from "../../../ui/forms/form";
import type { LinkRow } from "./author-input";
import { LinksField } from "./links-field";

const named = (view: Element, name: string) =>
  [...view.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );

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
      const button = named(view, name);
      button?.focus();
      button?.click();
    });
  const focused = () => document.activeElement;
  await press("Add link");
  expect(focused()?.getAttribute("name")).toBe("link_label_9");
  await press("Remove link 10");
  expect(focused()?.textContent).toBe("Add link");
});

it("does not mark a new row after a refused row was removed", async () => {
  const view = await render(
    <Form errors={{ link_url_0: "A link needs an address" }} onSubmit={() => {}}>
      <Links count={1} />
    </Form>,
  );
  const isRefused = () => view.querySelector("[aria-invalid=true]") !== null;
  expect(isRefused()).toBe(true);
  await doing(() => named(view, "Remove link 1")?.click());
  await doing(() => named(view, "Add link")?.click());
  expect(view.querySelectorAll("input[inputmode=url]")).toHaveLength(1);
  expect(isRefused()).toBe(false);
});
