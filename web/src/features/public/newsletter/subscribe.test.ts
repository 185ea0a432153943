import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { subscribe } from "./subscribe";

const fetched = vi.fn();

beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  dismissToast();
});

function form(email: string) {
  document.body.innerHTML = '<form><input name="email"><input name="name" value="Reader"></form>';
  const drawn = document.querySelector("form") as HTMLFormElement;
  const input = drawn.querySelector("input") as HTMLInputElement;
  input.value = email;
  return { drawn, input };
}

it("resets the form once the address is subscribed", async () => {
  fetched.mockResolvedValue(new Response('{"error":null}'));
  const { drawn, input } = form("ada@site.example");
  expect(await subscribe(drawn)).toEqual({ kind: "sent" });
  expect(JSON.parse(fetched.mock.calls[0]?.[1].body)).toEqual({
    data: { type: "newsletter", email: "ada@site.example", name: "Reader", nickname: "" },
  });
  expect(input.value).toBe("");
  expect(useToast.getState()?.kind).toBe("success");
});

it("keeps an address that was typed while the first was being sent", async () => {
  const { drawn, input } = form("ada@site.example");
  fetched.mockImplementation(async () => {
    input.value = "bob@site.example";
    return new Response('{"error":null}');
  });
  expect(await subscribe(drawn)).toEqual({ kind: "sent" });
  expect(input.value).toBe("bob@site.example");
});

it("keeps an invalid address, with a message", async () => {
  const { drawn, input } = form("ada@");
  input.focus();
  expect(await subscribe(drawn)).toMatchObject({ kind: "wrong" });
  expect(fetched).not.toHaveBeenCalled();
  expect(input.value).toBe("ada@");
  expect(drawn.querySelector("[role=alert]")?.textContent).toBe(
    "Please enter a valid email address",
  );
});
