import { describe, expect, it } from "vitest";
import { draft, FORM, pass, setUp, withDraftClock } from "../../../test-support/draft-editor";
import { DEVICE_DELAY } from "./editor-machine";
import { SERVER_DELAY, serverInterval } from "./server-copy";

const INTERVAL = serverInterval(FORM);

withDraftClock();

describe("the draft on the device", () => {
  it("is written half a second after the first change, with later ones, and only once", async () => {
    const { device, type, typeUntold } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY - 1);
    type(" AB");
    expect(device).toEqual([]);
    await pass(1);
    expect(device).toEqual(["write k1 AB"]);
    await pass(5_000);
    typeUntold(" ABC");
    await pass(DEVICE_DELAY);
    expect(device).toEqual(["write k1 AB", "write k1 ABC"]);
  });

  it("is written at once when the page may be left, unless it is already stored", async () => {
    const { sync, device, typeUntold } = await setUp();
    typeUntold(" A");
    sync.flushNow();
    sync.flushNow();
    expect(device).toEqual(["write k1 A"]);
  });

  it("reports when it could not be written", async () => {
    const { sync, outcomes, type } = await setUp();
    outcomes.push("failed");
    type(" A");
    await pass(DEVICE_DELAY);
    expect(sync.state().device.isAvailable).toBe(false);
    type(" AB");
    await pass(DEVICE_DELAY);
    expect(sync.state().device.isAvailable).toBe(true);
  });

  it("is removed once nothing is unsaved, and its key is not reused", async () => {
    const { device, told, asked, type } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    type("");
    await pass(SERVER_DELAY);
    type(" B");
    await pass(DEVICE_DELAY);
    expect(device).toEqual(["write k1 A", "remove k1", "write k2 B"]);
    expect(told).toEqual([["k1"]]);
    // The server had no copy of it.
    expect(asked).toEqual([]);
  });
});

describe("the draft on the server", () => {
  it("is sent some time after the first change, with the changes made meanwhile", async () => {
    const { sync, asked, type, answer } = await setUp();
    type(" A");
    await pass(SERVER_DELAY - 1);
    type(" AB");
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked).toEqual(["put k1 AB"]);
    await answer();
    expect(sync.state().server.savedAt).toBe(Date.UTC(2026, 10, 22, 12, 0));
    await pass(60_000);
    expect(asked).toHaveLength(1);
  });

  it("is sent every five seconds, less often for a long text, in its latest form", async () => {
    const { asked, type, answer } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    await answer();
    for (const title of [" B", " C", " D"]) {
      type(title);
      await pass(1_000);
    }
    await pass(INTERVAL - 3_001);
    expect(asked).toEqual(["put k1 A"]);
    await pass(1);
    expect(asked).toEqual(["put k1 A", "put k1 D"]);
    expect(INTERVAL).toBe(5_000);
    expect(serverInterval({ content: "a".repeat(60_000) })).toBe(8_000);
  });

  it("is sent in one request at a time", async () => {
    const { asked, type, answer } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    type(" B");
    await pass(60_000);
    expect(asked).toEqual(["put k1 A"]);
    await answer();
    await pass(SERVER_DELAY);
    expect(asked).toEqual(["put k1 A", "put k1 B"]);
  });

  it("is retried with increasing delays, and at once when the network is back", async () => {
    const { sync, asked, type, answer, link } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    await answer("unreachable");
    expect(link()).toBe("unreachable");
    await pass(1_000);
    expect(asked).toHaveLength(2);
    type(" B");
    await answer("unreachable");
    await pass(1_900);
    expect(asked).toHaveLength(2);
    sync.send({ type: "returned" });
    await pass(0);
    expect(asked).toEqual(["put k1 A", "put k1 A", "put k1 B"]);
    await answer();
    expect(link()).toBe("working");
    await pass(60_000);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["the session has ended", "signed-out"],
    ["the account has lost its rights", "forbidden"],
  ] as const)("waits for the person's return when %s", async (_, outcome) => {
    const { sync, asked, type, answer, link } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    await answer(outcome);
    expect(link()).toBe(outcome);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    type(" B");
    await pass(SERVER_DELAY);
    expect(asked).toHaveLength(1);
    sync.send({ type: "returned" });
    await pass(0);
    expect(asked.at(-1)).toBe("put k1 B");
    await answer();
    expect(link()).toBe("working");
  });

  it("is not sent again unchanged after the server has refused it", async () => {
    const { sync, asked, type, answer, link } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    await answer("refused");
    expect(link()).toBe("refused");
    await pass(60_000);
    expect(asked).toHaveLength(1);
    type(" B");
    await pass(INTERVAL);
    expect(asked.at(-1)).toBe("put k1 B");
    await answer("refused");
    sync.send({ type: "returned" });
    await pass(0);
    expect(asked).toHaveLength(3);
  });

  it("is deleted once nothing is unsaved, after a pending request and even if that fails", async () => {
    for (const outcome of ["stored", "unreachable"] as const) {
      const { asked, type, answer } = await setUp();
      type(" A");
      await pass(SERVER_DELAY);
      type("");
      await pass(SERVER_DELAY);
      expect(asked).toEqual(["put k1 A"]);
      await answer(outcome);
      await pass(1_000);
      expect(asked).toEqual(["put k1 A", "delete k1"]);
      await answer();
      await pass(60_000);
      expect(asked).toHaveLength(2);
    }
  });

  it("is sent at once when the page may be left, with pending requests repeated once", async () => {
    const { sync, asked, type, typeUntold } = await setUp();
    sync.flushNow();
    typeUntold(" A");
    sync.flushNow();
    sync.flushNow();
    expect(asked).toEqual(["put k1 A last"]);
    await pass(60_000);
    expect(asked).toHaveLength(1);
    type(" B");
    sync.flushNow();
    expect(asked.at(-1)).toBe("put k1 B last");
  });

  it("is not deleted while leaving, as the deletion could overtake it", async () => {
    const { sync, asked, type, answer } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    type("");
    sync.flushNow();
    expect(asked).toEqual(["put k1 A"]);
    await answer();
    await pass(0);
    expect(asked).toEqual(["put k1 A", "delete k1"]);
  });

  it("is not retried after the page was left, but deletions are", async () => {
    const { sync, asked, type, answer } = await setUp();
    type(" A");
    await pass(SERVER_DELAY);
    sync.send({ type: "saveStarted" });
    sync.send({ type: "saveSucceeded", form: sync.state().form });
    sync.send({ type: "closed" });
    await answer();
    await pass(0);
    expect(asked).toEqual(["put k1 A", "delete k1"]);

    const other = await setUp();
    other.type(" B");
    other.sync.flushNow();
    other.sync.send({ type: "closed" });
    await other.answer("unreachable");
    await pass(60_000);
    expect(other.asked).toHaveLength(1);
  });
});

describe("drafts of earlier visits", () => {
  it("are offered newest first, with the device's before the server's for the same key", async () => {
    const { offers } = await setUp({ drafts: [draft("a", "Old", 1), draft("b", "Device", 2)] }, [
      draft("b", "Server", 9),
      draft("c", "New", 3),
    ]);
    expect(offers()).toEqual(["New", "Device", "Old"]);
  });

  it("are removed if they equal the saved post", async () => {
    const { device, asked, offers } = await setUp({ drafts: [draft("a", "")] }, [draft("b", "")]);
    await pass(0);
    expect(offers()).toEqual([]);
    expect(device).toEqual(["remove a", "remove b"]);
    expect(asked).toEqual(["delete a"]);
  });

  it("are not offered after removal, and are deleted from the server again", async () => {
    const { asked, offers } = await setUp({ removed: ["a"] }, [draft("a", "Late")]);
    await pass(0);
    expect(offers()).toEqual([]);
    expect(asked).toEqual(["delete a"]);
  });

  it("are continued: older copies are removed where the new draft is stored", async () => {
    const { sync, device, asked, told, answer } = await setUp({ drafts: [draft("a", " A")] });
    sync.send({ type: "restoreChosen", key: "a" });
    sync.send({ type: "restoreChosen", key: "a" });
    await pass(0);
    expect(sync.state().form.title).toBe(" A");
    expect(device).toEqual(["write k1 A over a"]);
    expect(told).toEqual([["a"]]);
    await pass(SERVER_DELAY);
    await answer("unreachable");
    await pass(1_000);
    expect(asked).toEqual(["put k1 A", "put k1 A"]);
    await answer();
    await pass(0);
    expect(asked.at(-1)).toBe("delete a");
  });

  it("are shelved and offered when another replaces them in the form", async () => {
    const { sync, device, asked, type, offers } = await setUp({ drafts: [draft("a", " A")] });
    type(" Mine");
    sync.send({ type: "restoreChosen", key: "a" });
    await pass(0);
    expect(offers()).toEqual([" Mine"]);
    expect(device).toEqual(["write k1 Mine", "write k2 A over a"]);
    expect(asked).toEqual(["put k1 Mine"]);
  });

  it("are discarded everywhere, with retries until the server has confirmed it", async () => {
    const { sync, device, asked, told, answer, offers } = await setUp({
      drafts: [draft("a", " A")],
    });
    sync.send({ type: "discarded", key: "a" });
    await pass(0);
    expect(offers()).toEqual([]);
    expect(device).toEqual(["remove a"]);
    expect(told).toEqual([["a"]]);
    await answer("unreachable");
    await pass(1_000);
    expect(asked).toEqual(["delete a", "delete a"]);
  });

  it("are kept for the next visit when one is restored after the save", async () => {
    const { sync, offers } = await setUp({ drafts: [draft("a", " A")] });
    sync.send({ type: "saveStarted" });
    sync.send({ type: "saveSucceeded", form: sync.state().form });
    sync.send({ type: "restoreChosen", key: "a" });
    await pass(0);
    expect(offers()).toEqual([" A"]);
    expect(sync.state().form.title).toBe("");
  });
});

describe("other tabs", () => {
  it("withdraw an offer that was decided there", async () => {
    const { hear, offers } = await setUp({ drafts: [draft("a", " A")] });
    hear([{ key: "a", at: 1 }]);
    expect(offers()).toEqual([]);
  });

  it("restore a draft as it is now, not as it was when found", async () => {
    const stored = { drafts: [draft("a", " A")] };
    const { sync } = await setUp(stored);
    stored.drafts = [draft("a", " A, longer")];
    sync.send({ type: "restoreChosen", key: "a" });
    await pass(0);
    expect(sync.state().form.title).toBe(" A, longer");
  });

  it("remove this tab's draft, which gets another key with the next change", async () => {
    const { sync, device, hear, type } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    const { key, writtenAt } = sync.state().own;
    hear([{ key, at: writtenAt }]);
    await pass(60_000);
    expect(device).toEqual(["write k1 A"]);
    type(" AB");
    await pass(DEVICE_DELAY);
    expect(device).toEqual(["write k1 A", "write k2 AB"]);
  });

  it("remove an older version of this tab's draft, which is stored again at once", async () => {
    const { sync, device, hear, type } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    const { key, writtenAt } = sync.state().own;
    type(" AB");
    await pass(DEVICE_DELAY);
    hear([{ key, at: writtenAt }]);
    expect(device).toEqual(["write k1 A", "write k1 AB", "write k2 AB"]);
  });

  it("remove an older version of a draft shelved here, which stays offered", async () => {
    const { sync, device, asked, hear, type, offers } = await setUp();
    type(" A");
    await pass(DEVICE_DELAY);
    const { key, writtenAt } = sync.state().own;
    await pass(1);
    type(" AB");
    sync.send({ type: "replaced", form: { ...FORM, title: " C" } });
    hear([{ key, at: writtenAt }]);
    expect(offers()).toEqual([" AB"]);
    expect(device).toEqual(["write k1 A", "write k1 AB", "write k2 AB"]);
    await pass(0);
    expect(asked).toEqual(["put k2 AB"]);
  });

  it("remove this tab's draft before it was written, which gets another key at once", async () => {
    const { device, outcomes, type } = await setUp();
    outcomes.push("removed");
    type(" A");
    await pass(DEVICE_DELAY);
    expect(device).toEqual(["write k1 A", "write k2 A"]);
  });
});
