import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Returns the path of the binary under test: FOUNDFIRST_BIN, or else the debug build. */
export function binaryPath(): string {
  const given = process.env.FOUNDFIRST_BIN;
  const target = resolve(REPOSITORY, process.env.CARGO_TARGET_DIR || "target");
  const path = given ? resolve(given) : resolve(target, "debug/foundfirst");
  if (!existsSync(path))
    throw new Error(`${path} is not there: run "cargo build" or set FOUNDFIRST_BIN`);
  return path;
}

/** Returns the environment of the binary, without the caller's settings. */
export function cleanEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(FOUNDFIRST_|AWS_|PG)/.test(name),
  );
  return { ...Object.fromEntries(inherited), FOUNDFIRST_DATA_DIR: dataDir, NO_COLOR: "1" };
}

/**
 * Runs a command of the binary on a data directory. Returns its output; throws if it fails. Runs inside the directory,
 * which has no `site.toml`, so that the built-in brand is tested.
 */
export function runCommand(dataDir: string, args: string[], input = ""): string {
  return execFileSync(binaryPath(), args, {
    cwd: dataDir,
    env: cleanEnvironment(dataDir),
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
  });
}
