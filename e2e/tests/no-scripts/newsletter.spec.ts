import { expect, test } from "../../support/test";

test.use({ data: "own" });

for (const path of ["/blog", "/blog/log-files"]) {
  test(`an address given on ${path} comes back to the newsletter, taken or wrong`, async ({
    page,
    faults,
  }) => {
    faults.allowStatus(422);
    await page.goto(path);
    const form = page.getByRole("form", { name: "Newsletter" });
    const address = form.getByLabel("Email address");
    // The form disables the browser's validation, so that the server's messages are shown.
    await address.fill("priya@");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(address).toHaveAccessibleDescription("Please enter a valid email address");
    await expect(address).toHaveValue("priya@");
    await expect(address).toBeFocused();
    await expect(address).toBeInViewport();
    await address.fill("priya@halvening.example");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(page).toHaveURL(`${path}?sent=newsletter#newsletter`);
    await expect(form.getByText("Thank you for subscribing to our newsletter!")).toBeInViewport();
  });
}
