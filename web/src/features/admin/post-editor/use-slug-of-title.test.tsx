import { afterEach, expect, it } from "vitest";
import { changingForm } from "../../../test-support/form-source";
import { render, unmount } from "../../../test-support/render";
import { useSlugOfTitle } from "./use-slug-of-title";

afterEach(unmount);

const form = changingForm();
let settle = () => {};

function Fields() {
  const { settle: settled, ...listeners } = useSlugOfTitle(
    form.source,
    (field, value) => form.change({ [field]: value }),
    true,
  );
  settle = settled;
  return (
    <form {...listeners}>
      <input name="title" />
      <input name="slug" />
    </form>
  );
}

it("follows the heading when the post is saved by a key, unless a slug was written", async () => {
  const view = await render(<Fields />);
  const [title, slug] = view.querySelectorAll("input");
  const save = () => {
    settle();
    return form.source.state().form.slug;
  };
  title?.focus();
  form.change({ title: "How to" });
  slug?.focus();
  expect(form.source.state().form.slug).toBe("how-to");
  title?.focus();
  form.change({ title: "How to rank" });
  expect(save()).toBe("how-to-rank");
  slug?.focus();
  form.change({ slug: "ranking" });
  title?.focus();
  form.change({ title: "How to rank well" });
  expect(save()).toBe("ranking");
});
