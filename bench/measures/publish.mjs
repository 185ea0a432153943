// Time from an editor's call until readers see the change.

import { text } from "../lib/client.mjs";
import { Site, copyOf } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";

const INPUT = [
  "title",
  "slug",
  "content",
  "summary",
  "author",
  "author_bio",
  "tags",
  "section_tags",
  "published",
  "featured",
  "trending",
  "crawl_log",
  "inside_the_index",
  "published_date",
  "featured_image",
  "thumbnail_image",
  "meta_title",
  "meta_description",
  "canonical_url",
  "schema",
  "version",
];

/** Publishes and renames posts while listing and post are cached. Every change must be in the next response. */
export async function measurePublish({ many, publications }) {
  const rows = [];
  for (const count of [200, many]) {
    const site = await Site.start(await copyOf(count));
    const token = await site.signIn();
    const seen = { create: [], update: [], stale: 0, answers: 0 };
    const shows = async (path, title) => {
      const answer = await site.client.send("GET", path);
      seen.answers += 1;
      if (answer.status !== 200 || !text(answer).includes(title)) seen.stale += 1;
    };
    for (let number = 0; number < publications; number += 1) {
      await site.client.get("/blog");
      const slug = `published-${number}`;
      const draft = {
        title: `Published while measured ${number}`,
        slug,
        content: "<p>New.</p>",
        published: true,
        featured: true,
      };
      let begun = performance.now();
      const { value: created } = await site.client.call("POST", "/api/admin/posts", draft, token);
      await shows("/blog", draft.title);
      seen.create.push(performance.now() - begun);
      await shows(`/blog/${slug}`, draft.title);

      const changed = Object.fromEntries(INPUT.map((key) => [key, created[key]]));
      changed.title = `Renamed while measured ${number}`;
      begun = performance.now();
      await site.client.call("PUT", `/api/admin/posts/${created.id}`, changed, token);
      await shows(`/blog/${slug}`, changed.title);
      seen.update.push(performance.now() - begun);
      await shows("/blog", changed.title);
    }
    await site.stop();
    const group = `Publishing, ${count.toLocaleString("en-GB")} posts`;
    rows.push(
      {
        id: `publish-${count}-stale`,
        group,
        name: `old answers of ${seen.answers} after a change`,
        unit: "",
        value: seen.stale,
        target: { most: 0 },
      },
      {
        id: `publish-${count}-create`,
        group,
        name: "new post, call to `/blog` with it, median",
        unit: "ms",
        value: median(seen.create),
        samples: seen.create,
      },
      {
        id: `publish-${count}-update`,
        group,
        name: "changed post, call to its page, median",
        unit: "ms",
        value: median(seen.update),
        samples: seen.update,
      },
    );
  }
  return rows;
}
