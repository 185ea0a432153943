import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { doing, render, unmount } from "../../test-support/render";
import { ConfirmDialog } from "./confirm-dialog";

afterEach(unmount);

/** A button that asks for confirmation, and a heading that takes the focus afterwards. */
function Asking({ confirm }: { confirm: () => Promise<boolean> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>List</h1>
      <button id="ask" type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        kind="delete"
        question="Delete it?"
        action="Delete it"
        busyLabel="Deleting"
        isBusy={false}
        keep="Keep it"
        onConfirm={confirm}
        onDone={() => {
          // A dialog that is still open would return the focus to the button when it closes.
          if (!document.querySelector("dialog")) document.querySelector("h1")?.focus();
        }}
      >
        <p>For good.</p>
      </ConfirmDialog>
    </>
  );
}

async function ask(confirm: () => Promise<boolean>) {
  const view = await render(<Asking confirm={confirm} />);
  const press = (name: string) => {
    const buttons = [...view.querySelectorAll("button")];
    const button = buttons.find(({ textContent }) => textContent === name);
    if (!button) throw new Error(`No button ${name}`);
    return doing(() => button.click());
  };
  await press("Delete");
  return { press, isOpen: () => view.querySelector("dialog") !== null };
}

it("closes after success, and then lets the focus be moved", async () => {
  const { press, isOpen } = await ask(async () => true);
  await press("Delete it");
  expect(isOpen()).toBe(false);
  expect(document.activeElement?.tagName).toBe("H1");
});

it("stays open after a failure", async () => {
  const { press, isOpen } = await ask(async () => false);
  await press("Delete it");
  expect(isOpen()).toBe(true);
  expect(document.activeElement?.tagName).not.toBe("H1");
});

it("does nothing if the answer is no", async () => {
  let confirmed = 0;
  const { press, isOpen } = await ask(async () => {
    confirmed += 1;
    return true;
  });
  await press("Keep it");
  expect([isOpen(), confirmed]).toEqual([false, 0]);
});
