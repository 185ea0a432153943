import { afterEach, expect, it, vi } from "vitest";
import { InApp, type } from "../../../test-support/in-app";
import { doing, render, unmount } from "../../../test-support/render";
import { SecondStepForm } from "./second-step-form";

afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

it("shows the message about a code at its own field only", async () => {
  const error = { code: "invalid_second_factor", message: "This code is wrong." };
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({ error }, { status: 401 })),
  );
  const nothing = () => {};
  const view = await render(
    <InApp url="/auth">
      <SecondStepForm
        step={{ challenge: "c", factors: ["totp", "recovery"] }}
        email="ada@site.example"
        next={null}
        initial={null}
        retryAfter={null}
        onSignedIn={nothing}
        onBack={nothing}
      />
    </InApp>,
  );
  const code = () => view.querySelector<HTMLInputElement>("[name=code]");
  // A separate live region also announces the message, for some seconds.
  const message = () => view.querySelector(".field-error")?.textContent;
  await doing(() => type(code(), "000000"));
  await doing(() => view.querySelector("form")?.requestSubmit());
  await vi.waitFor(() => expect(message()).toBe("This code is wrong."));
  await doing(() =>
    [...view.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Use a recovery code")
      ?.click(),
  );
  expect(code()?.labels?.[0]?.textContent).toBe("Recovery code");
  expect(code()?.getAttribute("aria-invalid")).toBeNull();
  expect(message()).toBeUndefined();
});
