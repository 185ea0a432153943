// A foundfirst site with a number of posts, in a separate directory.

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

/** The measured binary. */
export const BINARY = process.env.FOUNDFIRST_BIN
  ? resolve(process.env.FOUNDFIRST_BIN)
  : resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "release/foundfirst");

const ADMIN = { email: "bench@foundfirst.example", password: "measured-and-found-fast" };

/** Returns the environment of every process: without the caller's configuration, and with little logging. */
function environment(data) {
  const inherited = Object.keys(process.env).filter((name) => name.startsWith("FOUNDFIRST_"));
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    FOUNDFIRST_DATA_DIR: data,
    FOUNDFIRST_LISTEN: "127.0.0.1:0",
    FOUNDFIRST_LOG: "warn",
  };
}

/** Runs a command of foundfirst on a data directory. `settings` are additional environment variables. */
export function command(data, args, input, settings = {}) {
  const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  const env = { ...environment(data), ...settings };
  return output(start(BINARY, args, { cwd: data, env, stdio }), input);
}

/** Creates the administrator. */
export function addAdmin(data, settings) {
  const args = ["admin", "create", ADMIN.email, "--password-stdin"];
  return command(data, args, `${ADMIN.password}\n`, settings);
}

/** A file with more posts would exceed the maximum length of a string in Node. */
const MOST_A_FILE = 10_000;

/**
 * Imports `count` posts into a new data directory. Returns its path, and the duration of the import in seconds.
 * `settings` are additional environment variables.
 */
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

/**
 * Returns a data directory with `count` posts and an administrator, created once. Pass the result of an import to use
 * that one.
 */
export async function prepare(count, imported) {
  if (!prepared.has(count)) {
    const { data } = imported ?? (await importPosts(count));
    await addAdmin(data);
    prepared.set(count, data);
  }
  return prepared.get(count);
}

/** Returns a copy of a prepared data directory, for a measure that writes. */
export async function copyOf(count) {
  const copy = directory(`copy-${count}`);
  cpSync(await prepare(count), copy, { recursive: true });
  return copy;
}

/** A running server. */
export class Site {
  /**
   * Starts a server on `data`. With `pinned` it may only use the measured core. `settings` are additional environment
   * variables, `connections` is the number of concurrent client connections.
   */
  static async start(data, { pinned = true, settings = {}, connections = 1 } = {}) {
    const metricsPort = await freePort();
    const begun = performance.now();
    const child = start(BINARY, ["serve"], {
      core: pinned ? CORES?.server : undefined,
      // Without a site.toml, so with the built-in brand.
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
    /** Start of the process on the clock of `performance.now()`. */
    this.begun = begun;
    this.client = new Client(origin, connections);
    this.metrics = new Client(`http://127.0.0.1:${metricsPort}`);
  }

  /** Returns the CPU time used so far, in seconds. */
  cpu() {
    return cpuSeconds(this.child.pid);
  }

  /** Returns the current and the maximum memory, in megabytes. */
  memory() {
    return memory(this.child.pid);
  }

  /** Returns a counter from the server's metrics. */
  async counter(name) {
    const answer = await this.metrics.get("/metrics");
    const found = answer.body
      .toString()
      .match(new RegExp(`^foundfirst_${name}(?:_total)? (\\d+)$`, "m"));
    if (!found) throw new Error(`the server has no counter ${name}`);
    return Number(found[1]);
  }

  /** Returns an access token of the administrator. */
  async signIn() {
    const { value } = await this.client.call("POST", "/api/auth/sign-in", ADMIN);
    return value.access_token;
  }

  /** Returns the cookies of an administrator's session. */
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

  /**
   * Requests a page until its best compression, which the server makes in the background after a few hits, is ready.
   */
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

  /** Closes its connections. */
  close() {
    this.client.close();
    this.metrics.close();
  }

  async stop() {
    this.close();
    await stop(this.child);
  }
}
