// Starts a PostgreSQL server with Debian's binaries in a temporary directory, with a Unix socket and no port.

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { directory, output, start, stop } from "./processes.mjs";

const ROOT = "/usr/lib/postgresql";

/** Returns the directory of the newest binaries, or null. */
export function programs() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT) : [];
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a);
  return (
    newest
      .map((version) => join(ROOT, String(version), "bin"))
      .find((path) => existsSync(join(path, "initdb"))) ?? null
  );
}

/** Returns the user to run the server as, since it refuses to run as root; null if the current user is not root. */
function unprivileged() {
  if (process.getuid() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A server with the default durability settings, as in production. */
export class Postgres {
  static async start() {
    const bin = programs();
    if (bin === null) throw new Error("PostgreSQL is not installed: Debian's package postgresql");
    const user = unprivileged();
    const home = directory("postgres");
    if (user) {
      chownSync(home, user.uid, user.gid);
      // Lets the server's user traverse the parent directory, but not list it.
      chmodSync(dirname(home), 0o711);
    }
    const data = join(home, "data");
    const as = (args, stdio) => start(join(bin, args[0]), args.slice(1), { cwd: "/", stdio, user });
    await output(
      as([
        "initdb",
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--pgdata",
        data,
      ]),
    );
    const child = as(["postgres", "-D", data, "-k", home, "-c", "listen_addresses="], "ignore");
    const server = new Postgres(child, bin, home);
    while (spawnSync(join(bin, "pg_isready"), ["-h", home, "-q"]).status !== 0) {
      if (child.exitCode !== null) throw new Error("PostgreSQL did not start");
      await new Promise((later) => setTimeout(later, 50));
    }
    return server;
  }

  constructor(child, bin, home) {
    this.child = child;
    this.bin = bin;
    this.home = home;
    this.url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(home)}`;
  }

  /** Returns the size of the database in megabytes. */
  size() {
    const args = ["-h", this.home, "-U", "postgres", "-tAc", "SELECT pg_database_size('postgres')"];
    return Number(spawnSync(join(this.bin, "psql"), args, { encoding: "utf8" }).stdout) / 1e6;
  }

  /** Updates the planner's statistics, which the server does by itself some minutes after many rows were written. */
  analyse() {
    const args = ["-h", this.home, "-U", "postgres", "-c", "VACUUM ANALYZE"];
    const { status, stderr } = spawnSync(join(this.bin, "psql"), args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`VACUUM ANALYZE: ${stderr}`);
  }

  async stop() {
    // A fast shutdown, even with open connections.
    await stop(this.child, "SIGINT");
  }
}
