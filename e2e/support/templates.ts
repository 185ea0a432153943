import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARCHIVE_POSTS, archivePosts } from "./archive";
import { runCommand } from "./binary";

/** Data directories that are created once per run and copied for every server. */
export type TemplateName = "demo" | "archive";

export interface Credentials {
  email: string;
  password: string;
}

/** Accounts that exist in every template. */
export interface Accounts {
  administrator: Credentials;
  /** An account without admin rights. */
  reader: Credentials;
}

/** Environment variable with the directory of the templates, for the workers. */
const VARIABLE = "FOUNDFIRST_E2E_TEMPLATES";

const READER: Credentials = { email: "reader@example.test", password: "a-password-of-a-reader" };

/** Creates the templates in `directory`: the demo, and the demo with thirty more posts. */
export function makeTemplates(directory: string): void {
  const demo = join(directory, "demo");
  const archive = join(directory, "archive");
  const administrator = fillWithDemo(demo);
  runCommand(demo, ["admin", "create", READER.email, "--password-stdin"], READER.password);
  runCommand(demo, ["admin", "revoke", READER.email]);

  fillWithDemo(archive);
  const file = join(archive, "archive.json");
  writeFileSync(file, JSON.stringify(archivePosts(ARCHIVE_POSTS)));
  runCommand(archive, ["posts", "import", file]);

  const accounts: Accounts = { administrator, reader: READER };
  writeFileSync(join(directory, "accounts.json"), JSON.stringify(accounts));
  process.env[VARIABLE] = directory;
}

function fillWithDemo(directory: string): Credentials {
  mkdirSync(directory);
  const printed = runCommand(directory, ["demo"]);
  const email = /email\s+(\S+)/.exec(printed)?.[1];
  const password = /password\s+(\S+)/.exec(printed)?.[1];
  if (!email || !password) throw new Error(`"demo" printed no administrator:\n${printed}`);
  return { email, password };
}

function templatesDirectory(): string {
  const directory = process.env[VARIABLE];
  if (!directory) throw new Error("The templates have not been made");
  return directory;
}

/** Returns the path of a template. */
export const templatePath = (name: TemplateName): string => join(templatesDirectory(), name);

/** Returns the accounts of the "demo" template. */
export const accounts = (): Accounts =>
  JSON.parse(readFileSync(join(templatesDirectory(), "accounts.json"), "utf8")) as Accounts;
