// Visitors send messages while the mail server fails and the process is killed; then everything works again.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Postgres } from "../lib/postgres.mjs";
import { directory, stop } from "../lib/processes.mjs";
import { Site, addAdmin, copyOf } from "../lib/site.mjs";
import { FAULTS, MailServer } from "../lib/smtp.mjs";
import { median, percentile } from "../lib/statistics.mjs";

const PER_SECOND = 50;
/** The lease of a killed process lasts for two minutes, as does the delay of an email that was tried a few times. */
const LONGEST_PAUSE = 5 * 60_000;
/** Connections of the visitors, so that none waits for another's response. */
const CONNECTIONS = 64;

const address = (number) => `visitor${number}@example.org`;
const hasReport = (number) => number % 2 === 1;

/** Sends a message of a new visitor from a new network. Every other message causes two emails. */
function write(site, number) {
  const network = `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::7`;
  const common = { name: "Anna Example", email: address(number), elapsed_ms: 5_000 };
  const data = hasReport(number)
    ? { ...common, type: "quiz-lead", website: "https://shop.example", report_type: "Technical" }
    : { ...common, type: "contact", message: `Message number ${number}.` };
  return site.client.send("POST", "/api/functions/send-contact-email", {
    headers: { "x-forwarded-for": network },
    json: { data },
  });
}

/** A site on a separate database, which can be killed and restarted. */
class Place {
  /** Maximum memory of the process in megabytes, over all restarts. */
  resident = 0;

  static async make(mail, postgres) {
    const place = new Place();
    place.settings = {
      FOUNDFIRST_SMTP_URL: mail.url,
      FOUNDFIRST_TRUSTED_PROXIES: "127.0.0.0/8",
      FOUNDFIRST_LOG: "off",
    };
    if (postgres) {
      place.postgres = await Postgres.start();
      place.settings.FOUNDFIRST_DATABASE_URL = place.postgres.url;
      place.data = directory("outage");
      await addAdmin(place.data, place.settings);
    } else {
      place.data = await copyOf(200);
    }
    await place.start();
    return place;
  }

  async start() {
    this.site = await Site.start(this.data, { settings: this.settings, connections: CONNECTIONS });
  }

  async fail() {
    const { site } = this;
    await stop(site.child, "SIGKILL");
    site.close();
    await this.start();
  }

  /** Samples the memory regularly. */
  watch() {
    const timer = setInterval(() => {
      try {
        this.resident = Math.max(this.resident, this.site.memory().resident || 0);
      } catch {
        // The process has just been killed.
      }
    }, 1_000);
    return () => clearInterval(timer);
  }

  /** Returns the size of the database in megabytes, for SQLite including its write-ahead log. */
  size() {
    if (this.postgres) return this.postgres.size();
    const files = readdirSync(this.data).filter((name) => name.startsWith("foundfirst.sqlite3"));
    return files.reduce((sum, name) => sum + statSync(join(this.data, name)).size, 0) / 1e6;
  }

  /** Returns the numbers of the visitors whose messages are stored. */
  async kept() {
    const authorization = `Bearer ${await this.site.signIn()}`;
    const answer = await this.site.client.get("/api/admin/enquiries?format=csv", {
      headers: { authorization, "accept-encoding": "identity" },
    });
    const found = answer.body.toString().matchAll(/\bvisitor(\d+)@example\.org/g);
    return new Set(Array.from(found, ([, number]) => Number(number)));
  }

  async stop() {
    await this.site.stop();
    await this.postgres?.stop();
  }
}

/** Sends messages for `seconds`, without waiting for responses, and kills the process `kills` times. */
async function visitors(place, seconds, kills) {
  const outcome = { taken: new Map(), refused: 0, unheard: 0 };
  const moments = Array.from({ length: kills }, () => Math.random() * seconds * 1000);
  moments.sort((a, b) => a - b);
  const begun = performance.now();
  const power = (async () => {
    for (const moment of moments) {
      await pause(Math.max(0, begun + moment - performance.now()));
      await place.fail();
    }
  })();
  const open = new Set();
  for (let number = 0; number < seconds * PER_SECOND; number += 1) {
    const wait = begun + (number * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await pause(wait);
    const sent = write(place.site, number).then(
      (answer) => {
        if (answer.status === 200) outcome.taken.set(number, answer.milliseconds);
        else outcome.refused += 1;
      },
      // The process was killed before it responded.
      () => {
        outcome.unheard += 1;
      },
    );
    open.add(sent);
    void sent.finally(() => open.delete(sent));
  }
  await Promise.all([power, ...open]);
  return outcome;
}

/** Waits until nothing is queued. There is no time limit as long as emails are being delivered. */
async function delivery(place, mail) {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const moments = { begun: null, most: null, all: null };
  const early = mail.taken.size;
  const queued = await place.site.counter("outbox_queued");
  let [seen, moved] = [early, 0];
  for (let left = queued; left > 0; left = await place.site.counter("outbox_queued")) {
    const taken = mail.taken.size;
    if (taken > seen) [seen, moved] = [taken, seconds()];
    else if (seconds() - moved > LONGEST_PAUSE) throw new Error("no more mail is being delivered");
    if (taken > early) moments.begun ??= seconds();
    if (taken - early >= 0.99 * queued) moments.most ??= seconds();
    await pause(200);
  }
  moments.all = seconds();
  const most = moments.most ?? moments.all;
  return { ...moments, most, rate: (0.99 * queued) / (most - (moments.begun ?? 0)) };
}

/** Returns the emails that accepted messages must have caused, but that the mail server never accepted. */
function missing(taken, mail) {
  const delivered = new Set(Array.from(mail.taken.values(), ({ to, from }) => from ?? to));
  const reports = new Set(Array.from(mail.taken.values(), ({ to }) => to));
  const lost = Array.from(taken.keys(), (number) => [
    !delivered.has(address(number)),
    hasReport(number) && !reports.has(address(number)),
  ]);
  return lost.flat().filter(Boolean).length;
}

async function measureFault(fault, { outage, kills, postgres }) {
  const mail = await MailServer.start();
  await mail.feel(fault);
  const place = await Place.make(mail, postgres);
  const rested = place.site.memory().resident;
  let unwatch = place.watch();
  const { taken, refused, unheard } = await visitors(place, outage, kills);
  const during = place.resident;
  unwatch();
  await mail.feel("willing");
  place.resident = 0;
  unwatch = place.watch();
  const back = await delivery(place, mail);
  unwatch();
  const [after, size] = [place.resident, place.size()];
  const kept = await place.kept();
  await place.stop();
  await mail.stop();
  const answers = [...taken.values()];
  const twice = [...mail.taken.values()].filter(({ count }) => count > 1).length;
  const engine = postgres ? ", PostgreSQL" : "";
  const group = `Mail server ${FAULTS[fault]}, ${PER_SECOND} messages a second for ${outage} s, ${kills} × kill -9${engine}`;
  const row = (id, name, unit, value, more) => ({
    id: `outage-${fault}-${id}`,
    group,
    name,
    unit,
    value,
    ...more,
  });
  const none = { target: { most: 0 } };
  return [
    row("taken", "messages taken", "", taken.size),
    row("unheard", "messages without an answer, the process being killed", "", unheard),
    row("refused", "messages refused", "", refused, none),
    row("median", "a visitor's answer, median", "ms", median(answers), {
      target: { most: 20 },
      samples: answers,
    }),
    row("p99", "99 of 100 answers within", "ms", percentile(answers, 0.99)),
    row(
      "kept",
      "messages taken that are not in the database",
      "",
      answers.length - [...taken.keys()].filter((number) => kept.has(number)).length,
      none,
    ),
    row("mails", "mails delivered", "", mail.taken.size),
    row("lost", "mails of taken messages never delivered", "", missing(taken, mail), none),
    // A kill between the mail server's response and its recording repeats one email.
    row("twice", "mails delivered twice", "", twice, { target: { most: kills } }),
    row("most", "mail server back, until 99 of 100 were delivered", "s", back.most),
    row("rate", "mails a second meanwhile", "", back.rate),
    row("back", "until all of it was delivered", "s", back.all),
    row("rested", "memory before", "MB", rested),
    row("resident", "memory during the outage, at most", "MB", during),
    row("resident-after", "memory during the delivery, at most", "MB", after),
    row("size", "database", "MB", size),
  ];
}

/** For each fault, measures the response times for visitors, what is lost, and how long delivery takes afterwards. */
export async function measureOutage(options) {
  const rows = [];
  for (const fault of options.faults) rows.push(...(await measureFault(fault, options)));
  return rows;
}
