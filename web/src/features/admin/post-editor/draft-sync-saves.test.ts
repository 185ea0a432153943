import { describe, expect, it } from "vitest";
import { FORM, pass, setUp, withDraftClock } from "../../../test-support/draft-editor";
import { DEVICE_DELAY } from "./editor-machine";
import type { PostForm } from "./post-form";

withDraftClock();

describe("a conflict", () => {
  const failure = { title: "", fields: {} };
  const remoteVersion = { version: 3, form: { ...FORM, title: " Theirs", content: "<p>b</p>" } };
  async function inConflict() {
    const editor = await setUp();
    editor.type(" Mine");
    editor.sync.send({ type: "saveStarted" });
    editor.sync.send({ type: "saveFailed", failure, remoteVersion });
    return editor;
  }

  it("stays if another save fails for another reason, and ends if the version is unavailable", async () => {
    const { sync } = await inConflict();
    sync.send({ type: "saveStarted" });
    sync.send({ type: "saveFailed", failure });
    expect(sync.state().save).toMatchObject({ name: "conflict", remoteVersion });
    sync.send({ type: "saveFailed", failure, remoteVersion: null });
    expect(sync.state().save).toEqual({ name: "editing", failure });
  });

  it("leaves the form's base version unchanged unless it is saved over the stored version", async () => {
    const { sync } = await inConflict();
    const { version } = sync.state();
    sync.send({ type: "saveStarted" });
    expect(sync.state().version).toBe(version);
    sync.send({ type: "saveFailed", failure, remoteVersion: { ...remoteVersion, version: 4 } });
    expect(sync.state()).toMatchObject({ version, baselineVersion: version });
  });

  it("shelves the form once, before its content is taken from the stored version", async () => {
    const { sync, offers } = await inConflict();
    sync.send({ type: "fieldTaken", field: "title" });
    expect(sync.state().form.title).toBe(" Theirs");
    expect(offers()).toEqual([]);
    sync.send({ type: "fieldTaken", field: "content" });
    sync.send({ type: "fieldTaken", field: "content" });
    expect(offers()).toEqual([" Theirs"]);
    expect(sync.state().shelvedForVersion).toBe(3);
  });

  it("ends with the stored version, and the form is shelved", async () => {
    const { sync, device, offers } = await inConflict();
    sync.send({ type: "remoteTaken" });
    const { form, baseline, version, save } = sync.state();
    expect(form).toBe(baseline);
    expect(version).toBe(3);
    expect(save).toEqual({ name: "editing", failure: null });
    expect(offers()).toEqual([" Mine"]);
    expect(device).toEqual(["write k1 Mine"]);
  });

  it("ends with a merge as a change of the stored version, and the form is shelved", async () => {
    const { sync, offers } = await inConflict();
    const merged = { ...sync.state().form, title: "Both" };
    sync.send({ type: "merged", form: merged });
    const { form, baseline, baselineVersion, version } = sync.state();
    expect(form).toBe(merged);
    expect(baseline.title).not.toBe("Both");
    expect([version, baselineVersion]).toEqual([3, 3]);
    expect(offers()).toEqual([" Mine"]);
  });

  it("cannot be decided during a save", async () => {
    const { sync } = await inConflict();
    sync.send({ type: "saveStarted" });
    sync.send({ type: "remoteTaken" });
    expect(sync.state().form.title).toBe(" Mine");
    sync.send({ type: "saveSucceeded", form: sync.state().form });
    expect(sync.state().save).toEqual({ name: "saved" });
  });
});

describe("a save that stays in the editor", () => {
  const savedAs = (form: PostForm, version: number) => ({
    type: "saveSucceeded" as const,
    form,
    stored: { version, form: { ...form, slug: "made-by-the-server", content: "<p>tidied</p>" } },
  });

  it("leaves no draft, and updates all fields but the text from the server", async () => {
    const { sync, device, type } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    const { form } = sync.state();
    sync.send({ type: "saveStarted", stays: true });
    sync.send(savedAs(form, 2));
    await pass(0);
    expect(sync.state()).toMatchObject({
      version: 2,
      save: { name: "editing", failure: null },
      form: { slug: "made-by-the-server", content: form.content },
    });
    expect(device.at(-1)).toBe("remove k1");
  });

  it("keeps the space after the last word, which the server removes", async () => {
    const { sync, type } = await setUp();
    type("Log files ");
    const { form } = sync.state();
    sync.send({ type: "saveStarted", stays: true });
    const { stored } = savedAs(form, 2);
    const trimmed = { ...stored.form, title: form.title.trim() };
    sync.send({ type: "saveSucceeded", form, stored: { version: 2, form: trimmed } });
    expect(sync.state().form.title).toBe(form.title);
    expect(sync.state().baseline).toEqual(sync.state().form);
  });

  it("keeps texts for search engines as they were typed, and takes the default author", async () => {
    const { sync } = await setUp();
    const typed = { meta_title: "Log files", meta_description: "A guide to ", schema: "{} " };
    const form = { ...sync.state().form, ...typed, author: " " };
    sync.send({ type: "edited", form });
    sync.send({ type: "saveStarted", stays: true });
    const { stored } = savedAs(form, 2);
    const trimmed = {
      ...stored.form,
      meta_title: "",
      meta_description: "A guide to",
      schema: "{}",
    };
    const version = { version: 2, form: { ...trimmed, author: "Found First Team" } };
    sync.send({ type: "saveSucceeded", form, stored: version });
    expect(sync.state().form).toMatchObject({ ...typed, author: "Found First Team" });
    expect(sync.state().baseline).toEqual(sync.state().form);
  });

  it("keeps what was typed during it as unsaved, under the same key", async () => {
    const { sync, device, type } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    const { form } = sync.state();
    sync.send({ type: "saveStarted", stays: true });
    type(" B");
    sync.send(savedAs(form, 2));
    await pass(DEVICE_DELAY);
    expect(sync.state().form.title).toContain("B");
    expect(sync.state().baseline.title).toBe(form.title);
    expect(device.join()).not.toContain("remove");
    expect(device.at(-1)).toContain("B");
  });
});
