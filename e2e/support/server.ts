import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { binaryPath, cleanEnvironment } from "./binary";
import { type TemplateName, templatePath } from "./templates";

const START_LIMIT = 20_000;
const STOP_LIMIT = 10_000;

/** The binary, running on a free port of the loopback with its own data. */
export class Server {
  /** "http://127.0.0.1:40123" */
  url = "";
  readonly dataDir = mkdtempSync(join(tmpdir(), "foundfirst-e2e-data-"));
  /** Lines of the log at level ERROR, which are faults of the server even if the browser did not notice. */
  readonly errors: string[] = [];
  private process: ChildProcess | null = null;
  private exited: Promise<void> = Promise.resolve();

  private constructor(private readonly isNamed: boolean) {}

  /** Starts a server on a copy of a template, with the host name "localhost" or an IP address. */
  static async start(template: TemplateName, isNamed = false): Promise<Server> {
    const server = new Server(isNamed);
    cpSync(templatePath(template), server.dataDir, { recursive: true });
    await server.start();
    return server;
  }

  /** Starts the binary on its existing data, after a kill at the same address. Resolves when it is listening. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : this.isNamed ? await freePort() : "0";
    const named = this.isNamed ? `http://localhost:${port}` : null;
    const publicUrl = named ? ["--public-url", named] : [];
    const child = spawn(binaryPath(), ["serve", "--listen", `127.0.0.1:${port}`, ...publicUrl], {
      cwd: this.dataDir,
      env: cleanEnvironment(this.dataDir),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = child;
    this.exited = new Promise((resolve) => child.once("exit", () => resolve()));
    const log: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => {
      log.push(line);
      if (/\bERROR\b/.test(line)) this.errors.push(line);
    });
    this.url = await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${reason}\n${log.join("\n")}`));
      const timer = setTimeout(fail, START_LIMIT, "The server does not say that it listens");
      child.once("error", (error) => fail(error.message));
      child.once("exit", (code) => fail(`The server ended with ${code} before it listened`));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const url = /^Listening on (http:\/\/\S+)$/.exec(line)?.[1];
        if (!url) return;
        clearTimeout(timer);
        resolve(named ?? url);
      });
    });
  }

  /** Kills the process, like a power cut. */
  async kill(): Promise<void> {
    this.process?.kill("SIGKILL");
    await this.exited;
  }

  /** Stops the process and deletes its data. */
  async stop(): Promise<void> {
    const child = this.process;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT);
      await this.exited;
      clearTimeout(timer);
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Returns a free port, as the public URL must contain it before the server has bound it. */
async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
