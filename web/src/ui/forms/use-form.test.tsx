import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FieldErrors, fieldCheck, hasErrors, required } from "../../lib/form-rules";
import { type } from "../../test-support/in-app";
import { doing, hydrate, render, unmount } from "../../test-support/render";
import { Field } from "./field";
import { Form } from "./form";
import { Input } from "./input";
import { useForm } from "./use-form";

interface Refusal {
  ok: false;
  fields: FieldErrors;
}

const send = vi.fn<() => Promise<{ ok: true; data: string } | Refusal>>();
const onDone = vi.fn();
const check = fieldCheck({ first: required("First, please"), second: required("Second, please") });

function TestForm({ posted }: { posted?: FieldErrors }) {
  const form = useForm({
    initial: posted && { fields: posted },
    check: (values) => {
      const fields = check(values);
      return hasErrors(fields) ? { fields } : null;
    },
    send,
    failureOf: ({ fields }: Refusal) => ({ fields }),
    onDone,
    fallback: "button",
  });
  return (
    <Form
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      initial={{ first: posted && "kept" }}
    >
      <Field label="First" name="first">
        <Input />
      </Field>
      <Field label="Second" name="second">
        <Input />
      </Field>
      <button type="submit">{form.isBusy ? "Sending" : form.isDone ? "Sent" : "Send"}</button>
    </Form>
  );
}

async function draw(posted?: FieldErrors) {
  const view = await render(<TestForm posted={posted} />);
  const input = (name: string) => view.querySelector(`[name=${name}]`) as HTMLInputElement;
  const form = view.querySelector("form") as HTMLFormElement;
  return {
    input,
    button: view.querySelector("button") as HTMLButtonElement,
    messages: () => [...view.querySelectorAll(".field-error")].map((one) => one.textContent),
    fill: (first: string, second: string) => {
      input("first").value = first;
      input("second").value = second;
    },
    submit: () => doing(() => form.requestSubmit()),
  };
}

afterEach(async () => {
  await unmount();
  vi.resetAllMocks();
});

describe("a form", () => {
  it("shows messages for all invalid fields, focuses the first, and sends nothing", async () => {
    const { submit, messages, input } = await draw();
    await submit();
    expect(messages()).toEqual(["First, please", "Second, please"]);
    expect(document.activeElement).toBe(input("first"));
    expect(input("first").getAttribute("aria-invalid")).toBe("true");
    expect(send).not.toHaveBeenCalled();
  });

  it("announces the message of a field that has the focus already, and only that", async () => {
    const { submit, input } = await draw();
    const said = () =>
      [...document.querySelectorAll("form [role=alert]")].map((one) => one.textContent);
    await submit();
    expect(said()).toEqual([]);
    await submit();
    expect(document.activeElement).toBe(input("first"));
    await vi.waitFor(() => expect(said()).toEqual(["First, please"]));
  });

  it("shows the server's messages at their fields and keeps what was typed", async () => {
    const { fill, submit, messages, input } = await draw();
    send.mockResolvedValue({ ok: false, fields: { second: "Taken" } });
    fill("a", "b");
    await submit();
    expect(messages()).toEqual(["Taken"]);
    expect(document.activeElement).toBe(input("second"));
    expect(input("first").value).toBe("a");
  });

  it("focuses the fallback if no field is invalid", async () => {
    const { fill, submit, button } = await draw();
    send.mockResolvedValue({ ok: false, fields: {} });
    fill("a", "b");
    await submit();
    expect(document.activeElement).toBe(button);
  });

  it("is sent once while it is busy, and reset when it was accepted", async () => {
    const { fill, submit, button, input } = await draw();
    let answer = (_: { ok: true; data: string }) => {};
    send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    fill("a", "b");
    await submit();
    await submit();
    expect(button.textContent).toBe("Sending");
    expect(send).toHaveBeenCalledOnce();
    expect(send).toHaveBeenCalledWith({ first: "a", second: "b" }, expect.any(Number));
    await doing(() => answer({ ok: true, data: "thanks" }));
    expect(onDone).toHaveBeenCalledExactlyOnceWith("thanks");
    expect([button.textContent, input("first").value]).toEqual(["Sent", ""]);
  });

  it("keeps what was typed while it was being sent", async () => {
    const { fill, submit, input } = await draw();
    let answer = (_: { ok: true; data: string }) => {};
    send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    fill("a", "b");
    await submit();
    input("second").value = "b, and more";
    await doing(() => answer({ ok: true, data: "" }));
    expect([input("first").value, input("second").value]).toEqual(["", "b, and more"]);
  });

  it("removes the messages of the previous attempt", async () => {
    const { fill, submit, messages } = await draw();
    await submit();
    send.mockResolvedValue({ ok: true, data: "" });
    fill("a", "b");
    await submit();
    expect(messages()).toEqual([]);
  });

  it("removes the message of a field once it is changed, until the next attempt", async () => {
    const { submit, messages, input } = await draw();
    await submit();
    await doing(() => type(input("first"), "a"));
    expect(messages()).toEqual(["Second, please"]);
    expect(input("first").getAttribute("aria-invalid")).toBeNull();
    expect(input("first").getAttribute("aria-describedby")).toBeNull();
    expect(document.activeElement).toBe(input("first"));
    await doing(() => type(input("first"), ""));
    expect(messages()).toEqual(["Second, please"]);
    await submit();
    expect(messages()).toEqual(["First, please", "Second, please"]);
  });

  it("also removes a message of the server, and shows the same one again", async () => {
    const { fill, submit, messages, input } = await draw();
    send.mockImplementation(async () => ({ ok: false, fields: { second: "Taken" } }));
    fill("a", "b");
    await submit();
    await doing(() => type(input("second"), "c"));
    expect(messages()).toEqual([]);
    await submit();
    expect(messages()).toEqual(["Taken"]);
  });

  it("focuses only the first invalid field without scripts", () => {
    const html = renderToString(<TestForm posted={{ second: "Wrong", first: "Wrong" }} />);
    expect(html.match(/<input[^>]*autofocus[^>]*>/g)).toEqual([
      expect.stringContaining('name="first"'),
    ]);
  });

  it("starts with the result of a POST without scripts", async () => {
    const { messages, input } = await draw({ second: "Too long" });
    expect(messages()).toEqual(["Too long"]);
    expect(input("first").value).toBe("kept");
  });

  it("does not move the focus initially, as people may be typing", async () => {
    const field = await hydrate(<TestForm posted={{ second: "Too long" }} />);
    expect(document.activeElement).toBe(field);
  });
});
