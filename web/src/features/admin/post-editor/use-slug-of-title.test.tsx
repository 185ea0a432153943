import { afterEach, expect, it } from "vitest";
import { changingForm } from "../../../test-support/form-source";
import { render, unmount } from "../../../test-support/render";
import { useSlugOfTitle } from "./use-slug-of-title";

afterEach(unmount);

it("follows the heading when the post is saved by a key, and not a slug that was written", async () => {
  const { source, change } = changingForm();
  const saved: (() => void)[] = [];
  const Fields = () => {
    const { settle, ...listeners } = useSlugOfTitle(
      source,
      (field, value) => change({ [field]: value }),
      true,
    );
    saved[0] = settle;
    return (
      <form {...listeners}>
        <input name="title" />
        <input name="slug" />
      </form>
    );
  };
  const view = await render(<Fields />);
  const [title, slug] = view.querySelectorAll("input");
  const save = () => {
    saved[0]?.();
    return source.state().form.slug;
  };
  title?.focus();
  change({ title: "How to" });
  slug?.focus();
  expect(source.state().form.slug).toBe("how-to");
  title?.focus();
  change({ title: "How to rank" });
  expect(save()).toBe("how-to-rank");
  slug?.focus();
  change({ slug: "ranking" });
  title?.focus();
  change({ title: "How to rank well" });
  expect(save()).toBe("ranking");
});
