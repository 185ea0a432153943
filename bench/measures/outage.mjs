// Visitors write while the mail server says nothing; then the power fails, and everything comes back.

import { setTimeout as pause } from "node:timers/promises";

import { stop } from "../lib/processes.mjs";
import { Site, copyOf } from "../lib/site.mjs";
import { MailServer } from "../lib/smtp.mjs";
import { median, percentile } from "../lib/statistics.mjs";

const PER_SECOND = 50;
/** A lease of the killed process runs for two minutes, and a mail that was tried a few times waits as long. */
const LONGEST = 8 * 60_000;

/** A message of a visitor whom nobody has seen before, from a network of its own. */
function write(site, number) {
  const network = `198.${18 + (Math.floor(number / 256) % 2)}.${number % 256}.7`;
  const data = {
    type: "contact",
    name: "Anna Example",
    email: `visitor${number}@example.org`,
    message: `Message number ${number}.`,
    elapsed_ms: 5_000,
  };
  return site.client.send("POST", "/api/functions/send-contact-email", {
    headers: { "x-forwarded-for": network },
    json: { data },
  });
}

/** How long a visitor waits while nobody takes mail, and what is left of it all after a kill. */
export async function measureOutage({ outage }) {
  const mail = await MailServer.start();
  const data = await copyOf(200);
  const settings = {
    FOUNDFIRST_SMTP_URL: mail.url,
    FOUNDFIRST_TRUSTED_PROXIES: "127.0.0.0/8",
    FOUNDFIRST_LOG: "off",
  };
  let site = await Site.start(data, { settings });
  const answers = [];
  let refused = 0;
  const begun = performance.now();
  for (let number = 0; number < outage * PER_SECOND; number += 1) {
    const wait = begun + (number * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await pause(wait);
    const answer = await write(site, number);
    if (answer.status === 200) answers.push(answer.milliseconds);
    else refused += 1;
  }
  const seconds = (performance.now() - begun) / 1000;
  await stop(site.child, "SIGKILL");
  mail.isHanging = false;
  mail.hangUp();
  const back = performance.now();
  site = await Site.start(data, { settings });
  while ((await site.counter("outbox_queued")) > 0) {
    if (performance.now() - back > LONGEST) throw new Error("the outbox is not empty after 8 minutes");
    await pause(1_000);
  }
  const delivered = (performance.now() - back) / 1000;
  await site.stop();
  await mail.stop();
  const counts = [...mail.taken.values()];
  const group = `Mail server silent, ${PER_SECOND} messages a second for ${Math.round(seconds)} s, then kill -9`;
  return [
    {
      id: "outage-median",
      group,
      name: "a visitor's answer, median",
      unit: "ms",
      value: median(answers),
      target: { most: 20 },
      samples: answers,
    },
    {
      id: "outage-p99",
      group,
      name: "99 of 100 answers within",
      unit: "ms",
      value: percentile(answers, 0.99),
    },
    {
      id: "outage-lost",
      group,
      name: "messages refused, or taken and never delivered",
      unit: "",
      value: refused + Math.max(0, answers.length - counts.length),
      target: { most: 0 },
    },
    {
      id: "outage-twice",
      group,
      name: "mails delivered twice",
      unit: "",
      value: counts.filter((count) => count > 1).length,
      target: { most: 1 },
    },
    {
      id: "outage-back",
      group,
      name: "until all of it was delivered",
      unit: "s",
      value: delivered,
    },
  ];
}
