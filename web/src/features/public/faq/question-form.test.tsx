import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { useToast } from "../../../ui/overlay/toast-store";
import { forgetUnsent } from "../forms/unsent-values";
import { BOTH_MESSAGE, isComplete, questionErrors } from "./question";
import { QuestionForm } from "./question-form";

describe("the rules of a question", () => {
  it("require both fields", () => {
    expect(isComplete(" ", "Why?")).toBe(false);
    expect(isComplete("a@b.example", " \n")).toBe(false);
    expect(isComplete("a@b.example", "Why?")).toBe(true);
    expect(questionErrors({})).toEqual({ email: BOTH_MESSAGE });
    expect(questionErrors({ email: "a@b.example", message: " " })).toEqual({
      message: BOTH_MESSAGE,
    });
  });

  it("require a valid address", () => {
    expect(questionErrors({ email: "you@", message: "Why?" })).toEqual({
      email: "Please enter a valid email address",
    });
    expect(questionErrors({ email: "a@b.example", message: "Why?" })).toEqual({});
  });
});

describe("the form", () => {
  const fetched = vi.fn();
  beforeEach(() => vi.stubGlobal("fetch", fetched));
  afterEach(async () => {
    await unmount();
    vi.unstubAllGlobals();
    fetched.mockReset();
    useToast.setState(null, true);
    forgetUnsent("footer");
  });

  async function openForm() {
    const view = await render(
      <InApp url="/seo">
        <QuestionForm />
      </InApp>,
    );
    const opener = view.querySelector("button") as HTMLButtonElement;
    const form = view.querySelector("form") as HTMLFormElement;
    expect(form.classList).toContain("hidden");
    await doing(() => opener.click());
    expect(form.classList).not.toContain("hidden");
    const send = form.querySelector('button[type="submit"]') as HTMLButtonElement;
    const [email, question] = [
      form.querySelector<HTMLInputElement>('[name="email"]'),
      form.querySelector("textarea"),
    ];
    const fill = (address: string, text: string) =>
      doing(() => {
        type(email, address);
        type(question, text);
      });
    const submit = () => doing(() => form.requestSubmit());
    return { opener, form, send, fill, submit };
  }
  const answer = (status: number, body: unknown) =>
    fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }));

  it("can be sent once neither field is blank", async () => {
    const { send, fill } = await openForm();
    expect(send.disabled).toBe(true);
    await fill("a@b.example", "  ");
    expect(send.disabled).toBe(true);
    await fill("a@b.example", "Why?");
    expect(send.disabled).toBe(false);
  });

  it("can be sent at once if the browser has filled it in again", async () => {
    const { opener, send, form } = await openForm();
    await doing(() => opener.click());
    const fields = form.querySelectorAll<HTMLInputElement>('[name="email"], [name="message"]');
    for (const field of fields) field.value = "a@b.example";
    await doing(() => opener.click());
    expect(send.disabled).toBe(false);
  });

  it("is empty and hidden again once it was sent", async () => {
    answer(200, { error: null });
    const { opener, form, fill, submit } = await openForm();
    await fill("a@b.example", "Why?");
    await submit();
    await vi.waitFor(() => expect(form.classList).toContain("hidden"));
    expect(JSON.parse(fetched.mock.calls[0]?.[1].body)).toMatchObject({
      data: { type: "footer", name: "FAQ Question", email: "a@b.example", message: "Why?" },
    });
    expect(form.querySelector("textarea")?.value).toBe("");
    expect(document.activeElement).toBe(opener);
    expect(useToast.getState()?.title).toBe(
      "Your question has been sent! We'll get back to you soon.",
    );
  });

  it("stays open if another question was begun meanwhile", async () => {
    let send = (_: Response) => {};
    fetched.mockReturnValue(new Promise((resolve) => (send = resolve)));
    const { form, send: button, fill, submit } = await openForm();
    await fill("a@b.example", "Why?");
    await submit();
    await fill("a@b.example", "And how?");
    await doing(() => send(new Response('{"error":null}')));
    await vi.waitFor(() =>
      expect(useToast.getState()?.title).toContain("Your question has been sent!"),
    );
    expect(form.classList).not.toContain("hidden");
    expect(form.querySelector("textarea")?.value).toBe("And how?");
    expect(form.querySelector<HTMLInputElement>('[name="email"]')?.value).toBe("");
    expect(button.disabled).toBe(true);
  });

  it("leaves the focus where the visitor went while it was being sent", async () => {
    let send = (_: Response) => {};
    fetched.mockReturnValue(new Promise((resolve) => (send = resolve)));
    const { form, fill, submit } = await openForm();
    await fill("a@b.example", "Why?");
    await submit();
    const elsewhere = document.body.appendChild(document.createElement("button"));
    elsewhere.focus();
    await doing(() => send(new Response('{"error":null}')));
    await vi.waitFor(() => expect(form.classList).toContain("hidden"));
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });

  it("stays open until the response is there", async () => {
    const { opener, form, fill, submit } = await openForm();
    let respond = (_: Response) => {};
    fetched.mockReturnValue(
      new Promise<Response>((resolve) => {
        respond = resolve;
      }),
    );
    await fill("jo..smith@example.org", "Why?");
    await submit();
    await doing(() => opener.click());
    const error = { code: "invalid", message: "", fields: { email: "Not an address" } };
    await doing(() => respond(new Response(JSON.stringify({ error }), { status: 422 })));
    expect(form.classList).not.toContain("hidden");
    expect(form.textContent).toContain("Not an address");
  });

  it("keeps what was typed if sending fails", async () => {
    answer(500, { error: { code: "internal", message: "" } });
    const { form, fill, submit } = await openForm();
    await fill("a@b.example", "Why?");
    await submit();
    await vi.waitFor(() =>
      expect(useToast.getState()?.title).toBe("Failed to send your question. Please try again."),
    );
    expect(form.querySelector("textarea")?.value).toBe("Why?");
    expect(form.classList).not.toContain("hidden");
  });
});

it("shows the result of a question posted without scripts at once", async () => {
  const form = {
    form: "footer",
    status: "invalid" as const,
    message: BOTH_MESSAGE,
    values: { email: "a@b.example" },
    errors: { message: BOTH_MESSAGE },
  };
  const view = await render(
    <InApp form={form}>
      <QuestionForm />
    </InApp>,
  );
  expect(view.querySelector("form")?.classList).not.toContain("hidden");
  expect(view.querySelector<HTMLInputElement>('[name="email"]')?.value).toBe("a@b.example");
  expect(view.querySelector('[role="alert"]')?.textContent).toBe(BOTH_MESSAGE);
  expect(view.querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).toBe(false);
  await unmount();
});
