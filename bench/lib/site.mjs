// foundfirst with a number of posts in a separate directory.

import { cpSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { posts } from "../posts.mjs";
import { Client } from "./client.mjs";
import {
  CORES,
  cpuSeconds,
  directory,
  freePort,
  memory,
  output,
  start,
  stop,
} from "./processes.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The binary that is measured. */
export const BINARY = process.env.FOUNDFIRST_BIN
  ? resolve(process.env.FOUNDFIRST_BIN)
  : resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "release/foundfirst");

const ADMIN = { email: "bench@foundfirst.example", password: "measured-and-found-fast" };

/** The environment of every process: nothing of the caller's configuration, and few log lines. */
function environment(data) {
  const inherited = Object.keys(process.env).filter((name) => name.startsWith("FOUNDFIRST_"));
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    FOUNDFIRST_DATA_DIR: data,
    FOUNDFIRST_LISTEN: "127.0.0.1:0",
    FOUNDFIRST_LOG: "warn",
  };
}

/** Runs a command of foundfirst on a data directory. `settings` are more variables. */
export function command(data, args, input, settings = {}) {
  const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  const env = { ...environment(data), ...settings };
  return output(start(BINARY, args, { cwd: data, env, stdio }), input);
}

/** Makes the administrator. */
export function addAdmin(data, settings) {
  const args = ["admin", "create", ADMIN.email, "--password-stdin"];
  return command(data, args, `${ADMIN.password}\n`, settings);
}

/** More posts than this make a longer text than Node can. */
const MOST_A_FILE = 10_000;

/** Imports `count` posts into a new data directory: its path and the seconds that the import took. `settings` are more variables. */
export async function importPosts(count, settings) {
  const data = directory(`data-${count}`);
  const file = join(data, "posts.json");
  let seconds = 0;
  for (let first = 0; first < count; first += MOST_A_FILE) {
    writeFileSync(file, JSON.stringify(posts(Math.min(MOST_A_FILE, count - first), first)));
    const begun = performance.now();
    await command(data, ["posts", "import", file], undefined, settings);
    seconds += (performance.now() - begun) / 1000;
  }
  return { data, seconds };
}

const prepared = new Map();

/** A data directory with `count` posts and an administrator, made once; pass the result of an import to use that one. */
export async function prepare(count, imported) {
  if (!prepared.has(count)) {
    const { data } = imported ?? (await importPosts(count));
    await addAdmin(data);
    prepared.set(count, data);
  }
  return prepared.get(count);
}

/** A copy of a prepared data directory, for a measure that writes. */
export async function copyOf(count) {
  const copy = directory(`copy-${count}`);
  cpSync(await prepare(count), copy, { recursive: true });
  return copy;
}

/** A running server. */
export class Site {
  /** Starts a server on `data`. `pinned` gives it the measured core only; otherwise it may use every core. `settings` are more variables, `connections` how many clients ask at a time. */
  static async start(data, { pinned = true, settings = {}, connections = 1 } = {}) {
    const metricsPort = await freePort();
    const begun = performance.now();
    const child = start(BINARY, ["serve"], {
      core: pinned ? CORES?.server : undefined,
      // No site.toml lies there: the brand is the built-in one.
      cwd: data,
      env: {
        ...environment(data),
        ...settings,
        FOUNDFIRST_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
      },
    });
    const errors = [];
    child.stderr.on("data", (chunk) => errors.push(chunk));
    const origin = await new Promise((ready, fail) => {
      let seen = "";
      child.stdout.on("data", (chunk) => {
        seen += chunk;
        const found = seen.match(/Listening on (http:\/\/\S+)/);
        if (found) ready(found[1]);
      });
      child.once("error", fail);
      child.once("exit", () => fail(new Error(`foundfirst serve ended: ${Buffer.concat(errors)}`)));
    });
    return new Site(child, origin, metricsPort, begun, connections);
  }

  constructor(child, origin, metricsPort, begun, connections) {
    this.child = child;
    this.origin = origin;
    /** When the process was started, on the clock of `performance.now()`. */
    this.begun = begun;
    this.client = new Client(origin, connections);
    this.metrics = new Client(`http://127.0.0.1:${metricsPort}`);
  }

  /** Seconds of CPU used so far. */
  cpu() {
    return cpuSeconds(this.child.pid);
  }

  /** Megabytes, now and at the most. */
  memory() {
    return memory(this.child.pid);
  }

  /** A counter of the server's own. */
  async counter(name) {
    const answer = await this.metrics.get("/metrics");
    const found = answer.body
      .toString()
      .match(new RegExp(`^foundfirst_${name}(?:_total)? (\\d+)$`, "m"));
    if (!found) throw new Error(`the server has no counter ${name}`);
    return Number(found[1]);
  }

  /** A token of the administrator. */
  async signIn() {
    const { value } = await this.client.call("POST", "/api/auth/sign-in", ADMIN);
    return value.access_token;
  }

  /** The cookies of an administrator's session. */
  async cookies() {
    const answer = await this.client.send("POST", "/api/auth/sign-in", {
      json: { ...ADMIN, transport: "cookie" },
    });
    if (answer.status !== 200) throw new Error(`sign-in: status ${answer.status}`);
    return answer.headers["set-cookie"].map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      return { name, value };
    });
  }

  /** Asks for a page until its best compression lies ready: after a few hits it is made in the background. */
  async warm(path) {
    const first = await this.client.get(path);
    let latest = first;
    for (let tries = 0; tries < 200; tries += 1) {
      latest = await this.client.get(path);
      if (tries >= 8 && latest.body.length !== first.body.length) break;
      await new Promise((resolve) => setTimeout(resolve, tries < 8 ? 0 : 10));
    }
    return latest;
  }

  /** Lets go of its connections. */
  close() {
    this.client.close();
    this.metrics.close();
  }

  async stop() {
    this.close();
    await stop(this.child);
  }
}
