import { expect, type Locator, type Page } from "@playwright/test";
import { open } from "./pages";

/** The text box of the editor, in either mode. */
export const text = (page: Page): Locator => page.getByRole("textbox", { name: "Main Content" });

/** A button of the visual editor's toolbar. */
export const tool = (page: Page, name: string): Locator =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

export const mode = (page: Page, name: "Visual" | "HTML mode"): Locator =>
  page.getByRole("button", { name });

/** Opens the form of a new post and waits for the visual editor. */
export async function openNew(page: Page): Promise<void> {
  await open(page, "/admin/blog/new");
  await expect(tool(page, "Bold")).toBeEnabled();
}

/** Switches to HTML mode and waits for its editor. */
export async function showHtml(page: Page): Promise<void> {
  await mode(page, "HTML mode").click();
  await expect(page.locator(".cm-content")).toBeVisible();
}

/** Returns the lines rendered in HTML mode: all lines of a short text. */
export const sourceOf = async (page: Page): Promise<string> =>
  (await page.locator(".cm-line").allTextContents()).join("\n");

/** Switches to HTML mode and returns the text. */
export async function html(page: Page): Promise<string> {
  await showHtml(page);
  return sourceOf(page);
}

/** Counts the moments in which elements of both selectors are present, from now on. */
export function countTogether(page: Page, one: string, other: string) {
  return page.evaluateHandle(
    ([one, other]) => {
      const seen = { both: 0 };
      new MutationObserver(() => {
        if (document.querySelector(one) && document.querySelector(other)) seen.both += 1;
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    },
    [one, other] as const,
  );
}

/** A file for a test to paste, drop or choose. */
export interface TestFile {
  name: string;
  mimeType: string;
  text: string;
}

/** Pastes HTML or files, as copied from another program. */
export async function paste(page: Page, markup: string | null, ...files: TestFile[]) {
  await text(page).evaluate(
    (element, [pasted, all]) => {
      const clipboardData = new DataTransfer();
      if (pasted !== null) clipboardData.setData("text/html", pasted);
      for (const { name, mimeType, text } of all)
        clipboardData.items.add(new File([text], name, { type: mimeType }));
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [markup, files] as const,
  );
}

/** Drops files onto an element, as from a file manager. */
export async function drop(target: Locator, ...files: TestFile[]): Promise<void> {
  await target.evaluate((element, all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, mimeType, text } of all)
      dataTransfer.items.add(new File([text], name, { type: mimeType }));
    const { left, top } = element.getBoundingClientRect();
    const place = { clientX: left + 2, clientY: top + 4, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent("dragover", { dataTransfer, ...place }));
    element.dispatchEvent(new DragEvent("drop", { dataTransfer, ...place }));
  }, files);
}

/** Returns an SVG file, padded to `bytes`. */
export function drawing(name: string, bytes = 0): TestFile {
  const [head, tail] = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/><!--',
    "--></svg>",
  ];
  const filling = "x".repeat(Math.max(0, bytes - head.length - tail.length));
  return { name, mimeType: "image/svg+xml", text: head + filling + tail };
}
