import { afterEach, beforeEach, expect, it } from "vitest";
import { site } from "../../../test-support/fixtures";
import { changingForm } from "../../../test-support/form-source";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { defaultsOf, formOf } from "./post-form";
import { SeoFields } from "./seo-fields";
import { useFields } from "./use-draft-sync";

const POST = { ...formOf(null), title: "Log files", summary: "What\nthey know", slug: "log-files" };
const DEFAULTS = defaultsOf(POST, site.public_url);

let form = changingForm();

/** The fields of a post that follow heading, summary and slug. */
function Fields() {
  useFields(form.source, "title");
  return (
    <InApp>
      <SeoFields sync={form.source} set={(field, value) => form.change({ [field]: value })} />
    </InApp>
  );
}

beforeEach(() => {
  form = changingForm(POST);
});
afterEach(unmount);

it.each([
  ["meta_title", ": a guide"],
  ["meta_description", ", and more"],
  ["canonical_url", "/copy"],
] as const)("%s keeps what is typed key by key, also past its default", async (name, more) => {
  const view = await render(<Fields />);
  const field = view.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
  expect(field?.value).toBe("");
  expect(field?.placeholder).toBe(DEFAULTS[name]);
  const words = `${DEFAULTS[name]}${more}`;
  for (const key of words) await doing(() => type(field, `${field?.value}${key}`));
  expect(field?.value).toBe(words);
  expect(form.source.state().form[name]).toBe(words);
});
