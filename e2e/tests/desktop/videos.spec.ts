import type { Page } from "@playwright/test";
import { AdminApi, signInCookies } from "../../support/admin";
import { expectAccessible } from "../../support/axe";
import { drawing, html, openNew, text } from "../../support/editor";
import type { Faults } from "../../support/faults";
import { open } from "../../support/pages";
import { expect, test } from "../../support/test";

const STILL = "/images/articles/canonical-votes.svg";
const WATCH = "https://www.youtube.com/watch?v=a-B_1";
const PLAYER = "https://www.youtube-nocookie.com/embed/a-B_1?autoplay=1";
const VIDEO = `<figure class="video"><a href="${WATCH}"><img src="${STILL}" alt="How votes are counted"></a><figcaption>Four minutes.</figcaption></figure>`;

test.use({ data: "own" });

const box = (page: Page) => page.getByRole("dialog", { name: "Video" });

/** Mocks the video's site. Returns the requests to it. */
async function answerPlayer(page: Page, faults: Faults): Promise<string[]> {
  faults.allow(/^request to another host: https:\/\/www\.youtube-nocookie\.com\//);
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/html",
      body: "<title>p</title><button>Pause</button>",
    });
  });
  return asked;
}

test("a video is inserted by a slash command, gets a title and a still, and is stored as a link", async ({
  page,
  site,
}) => {
  const api = await AdminApi.signIn(site.url);
  const still = await api.upload("votes.svg", Buffer.from(drawing("votes.svg").text));
  await signInCookies(page);
  await openNew(page);
  await text(page).click();
  await page.keyboard.type("/youtube");
  await page.keyboard.press("Enter");
  const address = box(page).getByRole("textbox", { name: "Video address" });
  await expect(address).toBeFocused();
  await expectAccessible(page);
  await address.fill("https://www.youtube.com/@someone");
  await page.keyboard.press("Enter");
  await expect(address).toHaveAccessibleDescription(
    /Enter the address of a video on YouTube, Vimeo/,
  );
  await address.fill("youtu.be/a-B_1");
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await text(page).getByRole("figure").click();

  const title = box(page).getByRole("textbox", { name: "Title" });
  await title.fill("How votes are counted");
  await box(page).getByRole("textbox", { name: "Caption" }).fill("Four minutes.");
  await expect(text(page).getByRole("figure")).toContainText("How votes are counted");
  await expectAccessible(page);
  await box(page).getByRole("button", { name: "Choose still" }).click();
  const gallery = page.getByRole("dialog", { name: "Media Gallery" });
  await gallery.getByRole("button", { name: "Choose votes" }).click();
  const shown = text(page).getByRole("img", { name: "How votes are counted" });
  await expect(shown).toHaveAttribute("src", still.url);
  expect(await html(page)).toBe(
    VIDEO.replace(WATCH, "https://youtu.be/a-B_1").replace(STILL, still.url),
  );
});

test("a pasted address of a video becomes a video if it is alone, and otherwise text", async ({
  page,
}) => {
  await signInCookies(page);
  await openNew(page);
  await text(page).click();
  const pasteText = (pasted: string) =>
    text(page).evaluate((element, words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", words);
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, pasted);
  await pasteText(WATCH);
  await expect(text(page).getByRole("figure")).toBeVisible();
  await page.keyboard.type("See ");
  await pasteText(WATCH);
  await text(page).getByRole("figure").click();
  await expect(box(page)).toBeVisible();
  const [video, words] = (await html(page)).split("\n");
  expect(video).toBe(`<figure class="video"><a href="${WATCH}">Video</a></figure>`);
  expect(words).toContain("See ");
  expect(words).not.toContain("figure");
});

test("a video loads nothing from its site before it is played, and then plays in place", async ({
  page,
  site,
  faults,
}) => {
  const asked = await answerPlayer(page, faults);
  const api = await AdminApi.signIn(site.url);
  await api.create({ title: "Votes", slug: "votes", published: true, content: VIDEO });
  // Opened from another page, whose document may not contain frames.
  await open(page, "/blog");
  await page.getByRole("link", { name: "Votes" }).first().click();
  const link = page.getByRole("link", { name: "Play on YouTube How votes are counted" });
  await expect(link).toHaveAttribute("href", WATCH);
  await expectAccessible(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  await link.focus();
  await page.keyboard.press("Enter");
  const player = page.locator("iframe");
  await expect(player).toHaveAttribute("src", PLAYER);
  await expect(player).toHaveAttribute("title", "How votes are counted");
  await expect(player).toBeFocused();
  await expect(player).toHaveAttribute("sandbox", /allow-popups-to-escape-sandbox/);
  await expect(page.frameLocator("iframe").getByRole("button", { name: "Pause" })).toBeVisible();
  expect(asked).toEqual([PLAYER]);
  await expect(link).toHaveCount(0);
  await expect(page.getByText("Four minutes.")).toBeVisible();
});

test("only documents of posts with a video may contain frames", async ({ site }) => {
  const api = await AdminApi.signIn(site.url);
  const { slug } = await api.create({
    title: "Votes",
    slug: "votes",
    published: true,
    content: `${VIDEO}<!--pagebreak--><p>Page two</p>`,
  });
  const policyOf = async (path: string) =>
    (await fetch(site.url + path)).headers.get("content-security-policy") ?? "";
  expect(await policyOf(`/blog/${slug}`)).toMatch(
    /; frame-src https:\/\/www\.youtube-nocookie\.com$/,
  );
  for (const path of [`/blog/${slug}?page=2`, "/blog", "/", `/_data/blog/${slug}`])
    expect(await policyOf(path), path).not.toContain("frame-src");
  const data = async (path: string) => (await fetch(`${site.url}/_data${path}`)).json();
  expect(await data(`/blog/${slug}`)).toMatchObject({ needs_document: true });
  expect(await data(`/blog/${slug}?page=2`)).not.toHaveProperty("needs_document");
});
