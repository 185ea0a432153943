import { AdminApi } from "../../support/admin";
import { expect, test } from "../../support/test";

test.use({ data: "own" });

const WRITERS = 4;

test("after the process is killed during publishing, every acknowledged post is there", async ({
  site,
}) => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const api = await AdminApi.signIn(site.url);
    let isRunning = true;
    const before = acknowledged.length;
    const writer = async (name: number) => {
      for (let count = 0; isRunning; count++) {
        const slug = `cut-${round}-${name}-${count}`;
        try {
          await api.create({ title: `Post ${slug}`, slug, content: "<p>Kept.</p>" });
          acknowledged.push(slug);
        } catch (error) {
          // The process has been killed, so this change was never acknowledged. Any other error is a fault.
          if (isRunning) throw error;
          return;
        }
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)));
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(20);
    isRunning = false;
    await site.kill();
    await writers;
    await site.start();
    const missing: string[] = [];
    for (const slug of acknowledged) {
      const { status } = await fetch(`${site.url}/api/posts/${slug}`);
      if (status !== 200) missing.push(`${status} ${slug}`);
    }
    expect(missing, `of ${acknowledged.length} acknowledged posts`).toEqual([]);
    const page = await fetch(`${site.url}/blog/${acknowledged.at(-1)}`);
    expect(page.status).toBe(200);
  }
});
