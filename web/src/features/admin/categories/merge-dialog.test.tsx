import { afterEach, expect, it, vi } from "vitest";
import { categories } from "../../../test-support/admin-props";
import { InApp, navigate } from "../../../test-support/in-app";
import { doing, render, rerender, unmount } from "../../../test-support/render";
import { dismissToast } from "../../../ui/overlay/toast-store";
import { MergeDialog } from "./merge-dialog";

const fetched = vi.fn<typeof fetch>(async () => Response.json({}));
afterEach(async () => {
  await unmount();
  dismissToast();
  navigate.mockReset();
  vi.unstubAllGlobals();
});

const [first] = categories.categories;
if (!first) throw new Error("No category");
const others = ["b", "c"].map((id) => ({ ...first, id, name: `Category ${id}` }));
const dialog = (rest: typeof others) => (
  <InApp>
    <MergeDialog
      category={first}
      categories={[first, ...rest]}
      onClose={() => {}}
      onDone={() => {}}
    />
  </InApp>
);

it("begins with the first other category whenever it is opened", async () => {
  let into = categories.categories[0]?.id;
  const draw = (category: typeof first | null) => (
    <InApp>
      <MergeDialog
        category={category}
        categories={[first, ...others]}
        onClose={() => {
          into = undefined;
        }}
        onDone={() => {}}
      />
    </InApp>
  );
  const view = await render(draw(first));
  const select = () => view.querySelector("select") as HTMLSelectElement;
  await doing(() => {
    select().value = "c";
    select().dispatchEvent(new Event("change", { bubbles: true }));
  });
  const keep = [...view.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Keep",
  );
  await doing(() => keep?.click());
  expect(into).toBeUndefined();
  await rerender(draw(others[1] ?? null));
  expect(select().value).toBe(first.id);
});

it("asks again if the chosen category has gone meanwhile", async () => {
  vi.stubGlobal("fetch", fetched);
  const view = await render(dialog(others));
  const select = () => view.querySelector("select") as HTMLSelectElement;
  expect(select().value).toBe("b");
  await doing(() => {
    select().value = "c";
    select().dispatchEvent(new Event("change", { bubbles: true }));
  });
  await rerender(dialog(others.slice(0, 1)));
  expect(select().value).toBe("");
  const merge = () =>
    [...view.querySelectorAll("button")].find(({ textContent }) => textContent === "Merge");
  await doing(() => merge()?.click());
  expect(fetched).not.toHaveBeenCalled();
  await doing(() => {
    select().value = "b";
    select().dispatchEvent(new Event("change", { bubbles: true }));
  });
  await doing(() => merge()?.click());
  expect(String(fetched.mock.lastCall?.[1]?.body)).toContain('"into":"b"');
  await vi.waitFor(() => expect(navigate).toHaveBeenCalled());
});
