// Processes that a benchmark starts: their directories, CPU pinning, resource usage, and clean-up.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TICKS = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100;

/** The cores that this process may use, such as "0-1". */
const ALLOWED =
  readFileSync("/proc/self/status", "utf8").match(/^Cpus_allowed_list:\s+(\S+)/m)?.[1] ?? "0";
const [FIRST, SECOND] = ALLOWED.split(",").flatMap((part) => {
  const [low, high = low] = part.split("-").map(Number);
  return Array.from({ length: Math.min(high - low + 1, 2) }, (_, place) => low + place);
});

/** Separate cores for what is measured and for the client. With a single core nothing is pinned. */
export const CORES =
  SECOND === undefined ? null : { server: String(FIRST), client: String(SECOND) };

const running = new Set();
const scratch = mkdtempSync(join(tmpdir(), "foundfirst-bench-"));

function cleanUp() {
  for (const child of running) child.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
}
process.on("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

/** Creates an empty directory, which is removed at the end. */
export const directory = (name) => mkdtempSync(join(scratch, `${name}-`));

/** Moves this process off the measured core. */
export function stepAside() {
  if (CORES) spawnSync("taskset", ["-a", "-p", "-c", CORES.client, String(process.pid)]);
}

/**
 * Starts a program. `core` pins it to a core; otherwise it may use all. Its output is piped. `user` is the user to run
 * it as: `{uid, gid}`. A child inherits this process's core, so taskset is needed in both cases.
 */
export function start(
  command,
  args,
  { core, cwd, env, user, stdio = ["ignore", "pipe", "pipe"] } = {},
) {
  const line = CORES ? ["taskset", "-c", core ?? ALLOWED, command, ...args] : [command, ...args];
  const child = spawn(line[0], line.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    stdio,
    ...user,
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Asks a program to terminate, and waits for it. */
export async function stop(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(late);
}

/** Runs a program to its end. Resolves to its standard output; rejects if its exit code is not 0. */
export function output(child, input) {
  return new Promise((resolve, reject) => {
    const out = [];
    const errors = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => errors.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      if (status === 0) resolve(Buffer.concat(out).toString());
      else
        reject(
          new Error(
            `${child.spawnargs.join(" ")}: status ${status}\n${Buffer.concat([...errors, ...out])}`,
          ),
        );
    });
    if (input !== undefined) child.stdin.end(input);
  });
}

/** Returns the first line of a program's output, or null if it is not installed. */
export function version(command, args) {
  const found = spawnSync(command, args, { encoding: "utf8" });
  if (found.error) return null;
  return `${found.stdout}${found.stderr}`.trim().split("\n")[0].trim();
}

/** Returns a port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function family(pid) {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  const children = readdirSync(tasks).flatMap((task) => {
    try {
      return readFileSync(`${tasks}/${task}/children`, "utf8").trim().split(" ").filter(Boolean);
    } catch {
      return [];
    }
  });
  return [String(pid), ...children.flatMap(family)];
}

/** Returns the CPU time, user and system, of a process with its threads and children so far, in seconds. */
export function cpuSeconds(pid) {
  const ticks = family(pid).map((member) => {
    const stat = readFileSync(`/proc/${member}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS;
}

/** Returns the current and the maximum memory of a process, in megabytes of 1,000,000 bytes. */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name) =>
    (Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, "m"))?.[1]) * 1024) / 1e6;
  return { resident: read("VmRSS"), peak: read("VmHWM") };
}

/**
 * Returns the CPU time used so far, in ticks: by all processes, by this one with its finished children, and the total
 * available.
 */
function ticksSoFar() {
  const [user, nice, system, idle, wait, interrupt, soft, steal] = readFileSync(
    "/proc/stat",
    "utf8",
  )
    .match(/^cpu\s+(.*)/)[1]
    .split(" ")
    .map(Number);
  const busy = user + nice + system + interrupt + soft + steal;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  return { busy, own, all: busy + idle + wait };
}

const atStart = ticksSoFar();

/**
 * Returns the share of the machine, 0 to 1, that other programs have used since this one started. Its children must
 * have ended.
 */
export function othersShare() {
  const now = ticksSoFar();
  const others = now.busy - atStart.busy - (now.own - atStart.own);
  return Math.max(0, others / (now.all - atStart.all));
}
