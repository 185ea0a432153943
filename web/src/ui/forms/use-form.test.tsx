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
  it("names every field that is wrong, goes to the first, and sends nothing", async () => {
    const { submit, messages, input } = await draw();
    await submit();
    expect(messages()).toEqual(["First, please", "Second, please"]);
    expect(document.activeElement).toBe(input("first"));
    expect(input("first").getAttribute("aria-invalid")).toBe("true");
    expect(send).not.toHaveBeenCalled();
  });

  it("has the message of a field that keeps the focus said, and only of that", async () => {
    const { submit, input } = await draw();
    const said = () =>
      [...document.querySelectorAll("form [role=alert]")].map((one) => one.textContent);
    await submit();
    expect(said()).toEqual([]);
    await submit();
    expect(document.activeElement).toBe(input("first"));
    await vi.waitFor(() => expect(said()).toEqual(["First, please"]));
  });

  it("shows the server's words at their field and keeps what was typed", async () => {
    const { fill, submit, messages, input } = await draw();
    send.mockResolvedValue({ ok: false, fields: { second: "Taken" } });
    fill("a", "b");
    await submit();
    expect(messages()).toEqual(["Taken"]);
    expect(document.activeElement).toBe(input("second"));
    expect(input("first").value).toBe("a");
  });

  it("goes to the fallback when no field is wrong", async () => {
    const { fill, submit, button } = await draw();
    send.mockResolvedValue({ ok: false, fields: {} });
    fill("a", "b");
    await submit();
    expect(document.activeElement).toBe(button);
  });

  it("is sent once while it is busy, and emptied when it was accepted", async () => {
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

  it("keeps what was typed while it was sent", async () => {
    const { fill, submit, input } = await draw();
    let answer = (_: { ok: true; data: string }) => {};
    send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    fill("a", "b");
    await submit();
    input("second").value = "b, and more";
    await doing(() => answer({ ok: true, data: "" }));
    expect([input("first").value, input("second").value]).toEqual(["", "b, and more"]);
  });

  it("takes down the messages of a try before", async () => {
    const { fill, submit, messages } = await draw();
    await submit();
    send.mockResolvedValue({ ok: true, data: "" });
    fill("a", "b");
    await submit();
    expect(messages()).toEqual([]);
  });

  it("takes down the message of a field once it is changed, until the next try", async () => {
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

  it("takes down a message of the server too, and shows the same one again", async () => {
    const { fill, submit, messages, input } = await draw();
    send.mockImplementation(async () => ({ ok: false, fields: { second: "Taken" } }));
    fill("a", "b");
    await submit();
    await doing(() => type(input("second"), "c"));
    expect(messages()).toEqual([]);
    await submit();
    expect(messages()).toEqual(["Taken"]);
  });

  it("leads a browser without scripts to the first field that is wrong alone", () => {
    const html = renderToString(<TestForm posted={{ second: "Wrong", first: "Wrong" }} />);
    expect(html.match(/<input[^>]*autofocus[^>]*>/g)).toEqual([
      expect.stringContaining('name="first"'),
    ]);
  });

  it("begins with what came back from a POST without scripts", async () => {
    const { messages, input } = await draw({ second: "Too long" });
    expect(messages()).toEqual(["Too long"]);
    expect(input("first").value).toBe("kept");
  });

  it("leaves the focus where it is when it begins so: people may be typing", async () => {
    const field = await hydrate(<TestForm posted={{ second: "Too long" }} />);
    expect(document.activeElement).toBe(field);
  });
});
