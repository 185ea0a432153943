import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { AuditFilters } from "./audit-filters";

afterEach(unmount);

const NONE = { actor: "", action: "", object: "", since: "", until: "" };

/** Renders the log with the filters of a response. */
let answer = (_: typeof NONE) => {};

function Log({ first }: { first: typeof NONE }) {
  const [filters, setFilters] = useState(first);
  answer = setFilters;
  return (
    <InApp>
      <AuditFilters state={{ path: "/admin/audit", search: "", filters }} actions={[]} />
    </InApp>
  );
}

async function draw(first = NONE) {
  const view = await render(<Log first={first} />);
  // In the application the navigator handles the submit event.
  view.addEventListener("submit", (event) => event.preventDefault());
  view.addEventListener("click", (event) => event.preventDefault());
  const field = (name: string) => view.querySelector<HTMLInputElement>(`[name=${name}]`);
  return {
    value: (name: string) => field(name)?.value,
    write: (name: string, text: string) => doing(() => type(field(name), text)),
    send: () => doing(() => view.querySelector("form")?.requestSubmit()),
    clear: () => doing(() => view.querySelector("a")?.click()),
    answer: (filters: Partial<typeof NONE>) => doing(() => answer({ ...NONE, ...filters })),
  };
}

it("keeps what was typed while a request was pending", async () => {
  const { value, write, send, answer } = await draw();
  await write("actor", " ada ");
  await send();
  await write("object", "post");
  await answer({ actor: "ada" });
  expect([value("actor"), value("object")]).toEqual(["ada", "post"]);
});

it("shows the filters of another address", async () => {
  const { value, write, send, clear, answer } = await draw({ ...NONE, actor: "ada" });
  await write("actor", "eve");
  await answer({ actor: "bob", object: "post" });
  expect([value("actor"), value("object")]).toEqual(["bob", "post"]);

  // The first submission was never answered.
  await write("actor", "eve");
  await send();
  await write("actor", "eve, or ada");
  await clear();
  await answer({});
  expect([value("actor"), value("object")]).toEqual(["", ""]);
});
