import { afterEach, expect, it } from "vitest";
import { render, unmount } from "../../../test-support/render";
import { outcomeOf } from "./draft-api";
import { EditorNotice } from "./editor-notice";

afterEach(unmount);

const nothing = () => {};
const notice = {
  phase: "editing",
  failure: null,
  hasBoth: false,
  who: null,
  isNew: false,
  storedUrl: "/admin/blog/edit/1",
  link: "working",
  isOnDevice: true,
  onSignIn: nothing,
  onSaveAsNew: nothing,
  onRestore: nothing,
} as const;

const refused = (status: number) =>
  outcomeOf({ ok: false, status, error: { code: "refused", message: "" } });

it("offers a new sign-in when the session has ended", async () => {
  expect(refused(401)).toBe("signed-out");
  const view = await render(<EditorNotice {...notice} link="signed-out" />);
  expect(view.textContent).toContain("Your session has ended.");
  expect(view.querySelector("button")?.textContent).toBe("Sign in here");
});

it("does not say that the text is kept if the device cannot store it", async () => {
  const view = await render(<EditorNotice {...notice} link="signed-out" isOnDevice={false} />);
  expect(view.textContent).toContain("Your session has ended. Keep this page open.");
  expect(view.textContent).not.toContain("kept on this device");
});

it("says that the account has lost its rights, which a new sign-in does not change", async () => {
  expect(refused(403)).toBe("forbidden");
  const view = await render(<EditorNotice {...notice} link="forbidden" />);
  expect(view.querySelector("[role=alert]")?.textContent).toBe(
    "This account can no longer save posts. Your text is kept on this device. Ask an administrator.",
  );
  expect(view.querySelector("button, a")).toBeNull();
});

it("names nobody if it is unknown who made the change", async () => {
  const failure = { title: "", fields: {}, notice: "conflict" as const };
  const view = await render(<EditorNotice {...notice} failure={failure} />);
  expect(view.textContent).toContain(
    "A save or rename elsewhere has changed this post since you opened it. Nothing was saved",
  );
});
