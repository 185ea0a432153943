import { afterEach, expect, it, vi } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, hydrate, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { NewsletterForm } from "./newsletter-form";

vi.mock("./subscribe", () => {
  throw new Error("offline");
});

afterEach(async () => {
  await unmount();
  dismissToast();
});

it("keeps the address and shows a message if its code cannot be loaded", async () => {
  const view = await render(
    <InApp>
      <NewsletterForm />
    </InApp>,
  );
  const input = view.querySelector<HTMLInputElement>("[name=email]");
  const button = view.querySelector("button");
  await doing(() => type(input, "ada@site.example"));
  await doing(() => button?.click());
  await vi.waitFor(() => expect(useToast.getState()?.title).toBe("This part could not be loaded"));
  await doing(() => {});
  expect(button?.getAttribute("aria-busy")).toBeNull();
  expect(button?.textContent).toContain("Subscribe");
  expect(input?.value).toBe("ada@site.example");
});

it("removes the message of a POST without scripts once the address is changed", async () => {
  const form = {
    form: "newsletter",
    status: "invalid" as const,
    message: "",
    values: { email: "ada@" },
    errors: { email: "Please enter a valid email address" },
  };
  const search = await hydrate(
    <InApp form={form}>
      <NewsletterForm />
    </InApp>,
  );
  const view = document.body;
  const input = view.querySelector<HTMLInputElement>("[name=email]");
  expect(input?.getAttribute("aria-invalid")).toBe("true");
  // The visitor is already typing elsewhere.
  expect(document.activeElement).toBe(search);
  expect(view.textContent).toContain("Please enter a valid email address");
  await doing(() => type(input, "ada@site.example"));
  expect(input?.getAttribute("aria-invalid")).toBeNull();
  expect(input?.getAttribute("aria-describedby")).toBeNull();
  expect(view.textContent).not.toContain("Please enter a valid email address");
});
