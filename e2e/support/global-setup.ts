import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTemplates } from "./templates";

/** Creates the data directories that every server of the run copies. Returns a function that deletes them. */
export default function globalSetup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), "foundfirst-e2e-"));
  try {
    makeTemplates(directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  return () => rmSync(directory, { recursive: true, force: true });
}
