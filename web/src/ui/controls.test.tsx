import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { doing, render, unmount } from "../test-support/render";
import { Button } from "./base/button";
import { Cover } from "./base/cover";
import { Image } from "./base/image";
import { Pagination } from "./base/pagination";
import { SectionBoundary } from "./base/section-boundary";
import { Field } from "./forms/field";
import { Input } from "./forms/input";
import { Dialog } from "./overlay/dialog";
import { dismissToast, toast } from "./overlay/toast-store";
import { Toaster } from "./overlay/toaster";
import { Accordion } from "./widgets/accordion";
import { Tabs } from "./widgets/tabs";

function Broken(): never {
  throw new Error("broken");
}

const one = <T extends Element = HTMLElement>(root: Element, selector: string): T => {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
};

afterEach(unmount);

describe("Accordion", () => {
  const items = [
    { question: "How long?", answer: "Three months." },
    { question: "How much?", answer: "It depends." },
  ];
  const state = (view: Element) =>
    [...view.querySelectorAll("button")].map((button) => {
      const body = view.querySelector(`[id="${button.getAttribute("aria-controls")}"]`);
      return [button.getAttribute("aria-expanded"), body?.getAttribute("hidden")];
    });
  const closed = ["false", "until-found"];
  const open = ["true", null];

  it("opens one answer at a time, and lets a page search find the others", async () => {
    const view = await render(<Accordion items={items} />);
    const press = (at: number) => doing(() => view.querySelectorAll("button")[at]?.click());
    expect(state(view)).toEqual([closed, closed]);
    await press(0);
    expect(state(view)).toEqual([open, closed]);
    await press(1);
    expect(state(view)).toEqual([closed, open]);
    await press(1);
    expect(state(view)).toEqual([closed, closed]);
  });

  it("opens the answer that a page search has found", async () => {
    const view = await render(<Accordion items={items} />);
    await doing(() => one(view, "[hidden]").dispatchEvent(new Event("beforematch")));
    expect(state(view)).toEqual([open, closed]);
  });
});

describe("Field", () => {
  it("links label, error and hint to its control and marks it invalid", async () => {
    const view = await render(
      <Field
        label="Email"
        hint="For the answer"
        error="Please enter a valid email address"
        required
      >
        <Input name="email" />
      </Field>,
    );
    const input = one<HTMLInputElement>(view, "input");
    expect(one<HTMLLabelElement>(view, "label").htmlFor).toBe(input.id);
    expect(one(view, "label").textContent).toBe("Email");
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(["Please enter a valid email address", "For the answer"]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(input.required).toBe(true);
  });

  it("has no description of errors while there is none", async () => {
    const view = await render(
      <Field label="Name">
        <Input name="name" />
      </Field>,
    );
    const input = one(view, "input");
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    expect(input.hasAttribute("aria-describedby")).toBe(false);
  });
});

describe("Button", () => {
  it("ignores clicks while busy, keeps its focus and shows its busy label", async () => {
    const onClick = vi.fn();
    const view = await render(
      <Button busy busyLabel="Saving..." onClick={onClick}>
        Save
      </Button>,
    );
    const button = one<HTMLButtonElement>(view, "button");
    await doing(() => button.click());
    expect(onClick).not.toHaveBeenCalled();
    expect(button.disabled).toBe(false);
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.textContent).toBe("Saving...");
  });
});

describe("Dialog", () => {
  it("closes when it is cancelled, but not when a file picker in it is", async () => {
    const onClose = vi.fn();
    const view = await render(
      <Dialog open title="Import" onClose={onClose}>
        <input type="file" />
      </Dialog>,
    );
    const cancel = (selector: string) =>
      doing(() => one(view, selector).dispatchEvent(new Event("cancel", { bubbles: true })));
    await cancel("input");
    expect(onClose).not.toHaveBeenCalled();
    await cancel("dialog");
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("Tabs", () => {
  const items = [
    { value: "a", label: "First", content: "one" },
    { value: "b", label: "Second", content: "two" },
  ];
  const key = (view: Element, name: string) =>
    doing(() =>
      one(view, '[role="tablist"]').dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }),
      ),
    );

  it("moves and selects with the arrow keys, wrapping around, and is one tab stop", async () => {
    const view = await render(<Tabs label="Tabs" items={items} />);
    const selected = () => one(view, '[aria-selected="true"]').textContent;
    expect(selected()).toBe("First");
    await key(view, "ArrowLeft");
    expect(selected()).toBe("Second");
    expect(document.activeElement?.textContent).toBe("Second");
    await key(view, "Home");
    expect(selected()).toBe("First");
    expect(view.querySelectorAll('[role="tab"][tabindex="0"]')).toHaveLength(1);
    expect(one(view, '[role="tabpanel"]:not([hidden])').textContent).toBe("one");
  });

  it("keeps hidden panels in the document, with what was typed into forms", async () => {
    const view = await render(<Tabs label="Tabs" items={items} />);
    expect(view.textContent).toContain("two");
  });
});

describe("Toaster", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    dismissToast();
  });
  afterEach(() => vi.useRealTimers());
  const shown = (view: Element) =>
    [...view.querySelectorAll(".toast-title")].map((t) => t.textContent);

  it("shows one toast at a time and closes a success after 6 seconds", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("success", "First"));
    await doing(() => toast("success", "Second"));
    expect(shown(view)).toEqual(["Second"]);
    expect(one(view, '[role="status"]').textContent).toContain("Second");
    await doing(() => vi.advanceTimersByTime(5999));
    expect(shown(view)).toHaveLength(1);
    await doing(() => vi.advanceTimersByTime(1));
    expect(shown(view)).toHaveLength(0);
  });

  it("shows an error as an alert until it is closed", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("error", "No"));
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(one(view, '[role="alert"]').textContent).toContain("No");
    await doing(() => one<HTMLButtonElement>(view, 'button[aria-label="Dismiss"]').click());
    expect(shown(view)).toHaveLength(0);
  });

  it("shows a success with a control until it is closed", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("success", "Deleted", <button type="button">Undo</button>));
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(shown(view)).toEqual(["Deleted"]);
    await doing(() => one<HTMLButtonElement>(view, 'button[aria-label="Dismiss"]').click());
    expect(shown(view)).toEqual([]);
  });

  it("does not close while the pointer is over it or it has the focus", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("success", "Read me"));
    await doing(() => one<HTMLButtonElement>(view, "button").focus());
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(shown(view)).toEqual(["Read me"]);
    await doing(() => one<HTMLButtonElement>(view, "button").blur());
    await doing(() => vi.advanceTimersByTime(6000));
    expect(shown(view)).toEqual([]);
  });

  it("does not close while it has the focus after the pointer has left, and returns the focus", async () => {
    const view = await render(
      <>
        <input />
        <Toaster />
      </>,
    );
    const field = one<HTMLInputElement>(view, "input");
    field.focus();
    await doing(() => toast("success", "Read me"));
    const dismiss = one<HTMLButtonElement>(view, "button");
    const point = (name: string) =>
      doing(() => dismiss.dispatchEvent(new MouseEvent(name, { bubbles: true })));
    await point("pointerover");
    await doing(() => dismiss.focus());
    await point("pointerout");
    await doing(() => vi.advanceTimersByTime(60_000));
    expect(shown(view)).toEqual(["Read me"]);
    await doing(() => dismiss.click());
    expect(shown(view)).toEqual([]);
    expect(document.activeElement).toBe(field);
  });

  it("is not held open by a dismissed toast", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("error", "No"));
    const dismiss = one<HTMLButtonElement>(view, "button");
    await doing(() => dismiss.focus());
    await doing(() => dismiss.click());
    await doing(() => toast("success", "Yes"));
    await doing(() => vi.advanceTimersByTime(6000));
    expect(shown(view)).toEqual([]);
  });

  it("is not held open by a focused toast that was replaced", async () => {
    const view = await render(<Toaster />);
    await doing(() => toast("success", "First"));
    // Browsers may not fire this event when a focused element is removed.
    view.addEventListener("focusout", (event) => event.stopPropagation(), true);
    await doing(() => one<HTMLButtonElement>(view, "button").focus());
    await doing(() => toast("success", "Second"));
    await doing(() => vi.advanceTimersByTime(6000));
    expect(shown(view)).toEqual([]);
  });
});

describe("Image", () => {
  afterEach(() => vi.restoreAllMocks());

  it("notices a failure before it was mounted", async () => {
    vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error("broken"));
    const view = await render(<Image src="/a.svg" alt="" />);
    expect(view.textContent).toBe("Image unavailable");
  });

  it("tries its fallbacks in order and then says that there is no image", async () => {
    vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
    const view = await render(<Image src="/a.webp" fallback="/b.webp" alt="A chart" />);
    const tried: (string | null)[] = [];
    for (let image = view.querySelector("img"); image; image = view.querySelector("img")) {
      tried.push(image.getAttribute("src"));
      const failing = image;
      await doing(() => failing.dispatchEvent(new Event("error")));
    }
    expect(tried).toEqual(["/a.webp", "/b.webp", "/a.png", "/a.jpg"]);
    expect(view.textContent).toBe("Image unavailable");
    expect(one(view, '[role="img"]').getAttribute("aria-label")).toBe("A chart");
  });
});

describe("Pagination", () => {
  it("consists of links and marks the current page", async () => {
    const view = await render(
      <Pagination page={2} pages={3} href={(page) => `/blog?page=${page}`} />,
    );
    const links = [...view.querySelectorAll("a")].map((link) => [
      link.getAttribute("aria-label"),
      link.getAttribute("href"),
    ]);
    expect(links).toContainEqual(["Previous page", "/blog?page=1"]);
    expect(links).toContainEqual(["Next page", "/blog?page=3"]);
    expect(one(view, '[aria-current="page"]').textContent).toBe("2");
    expect(one(view, "nav").getAttribute("aria-label")).toBe("Pagination");
  });

  it("has no link before the first page, and is not shown for a single one", async () => {
    const first = await render(<Pagination page={1} pages={2} href={String} />);
    expect(first.querySelector('[aria-label="Previous page"]')).toBeNull();
    const single = await render(<Pagination page={1} pages={1} href={String} />);
    expect(single.innerHTML).toBe("");
  });
});

describe("Cover", () => {
  beforeEach(() => {
    HTMLImageElement.prototype.decode = () => Promise.resolve();
  });

  const cover = {
    ground: "analytics-data",
    pattern: 2,
    before: "Measuring the ",
    marked: "visits,",
    after: " that never click",
  };

  it("shows the marked word without its comma, and is hidden from assistive technology", async () => {
    const view = await render(<Cover category="Analytics & Data" of={cover} />);
    expect(one(view, ".found").textContent).toBe("visits");
    expect(one(view, "img").getAttribute("src")).toBe("/covers/analytics-data-2.svg");
    expect(one(view, ".cover").getAttribute("aria-hidden")).toBe("true");
  });

  it("shows the whole title if there is no title beside it", async () => {
    const view = await render(<Cover category="Analytics & Data" of={cover} size="lead" />);
    expect(one(view, ".cover-title").textContent).toBe("Measuring the visits, that never click");
    expect(one(view, ".found").textContent).toBe("visits,");
  });

  it("offers the variants of an uploaded image until it has failed", async () => {
    const picture = { width: 2000, height: 1000, srcset: "/a-480.webp 480w, /a-960.webp 960w" };
    const photo = (size: "card" | "lead") => (
      <Cover category="Local SEO" of={cover} image="/a.jpg" picture={picture} size={size} />
    );
    const card = one(await render(photo("card")), "img");
    expect(card.getAttribute("srcset")).toBe(picture.srcset);
    expect([card.getAttribute("width"), card.getAttribute("height")]).toEqual(["2000", "1000"]);
    expect(card.getAttribute("sizes")).toContain("27rem");
    const view = await render(photo("lead"));
    expect(one(view, "img").getAttribute("sizes")).toContain("56rem");
    await doing(() => one(view, "img").dispatchEvent(new Event("error")));
    expect(one(view, "img").getAttribute("srcset")).toBeNull();
    expect(one(view, "img").getAttribute("src")).not.toBe("/a.jpg");
  });

  it("has no srcset if no variants are known", async () => {
    const view = await render(<Cover category="Local SEO" of={cover} image="/a.jpg" />);
    const image = one(view, "img");
    expect([image.getAttribute("srcset"), image.getAttribute("sizes")]).toEqual([null, null]);
  });
});

describe("SectionBoundary", () => {
  it("says which section failed", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => {});
    const view = await render(
      <SectionBoundary name="ROI calculator">
        <Broken />
      </SectionBoundary>,
    );
    silence.mockRestore();
    expect(view.textContent).toBe("ErrorContent Loading ErrorROI calculator");
  });
});
