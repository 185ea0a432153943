import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Server } from "./server";

/** Returns the emails that the server has written, oldest first, with unfolded lines. */
export function mails(site: Server): string[] {
  const directory = join(site.dataDir, "mail");
  let names: string[] = [];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith(".eml"));
  } catch {
    // No email has been written yet.
  }
  return names
    .sort()
    .map((name) => readFileSync(join(directory, name), "utf8"))
    .map((text) => text.replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("\r\n ", " "));
}

/** Waits for an email to an address that contains some words. */
export async function mailTo(site: Server, address: string, words: string): Promise<string> {
  const find = () =>
    mails(site).find((mail) => mail.includes(`To: ${address}`) && mail.includes(words)) ?? "";
  // The server checks every five seconds for emails that a command has enqueued.
  const options = { message: `a mail to ${address} with "${words}"`, timeout: 15_000 };
  await expect.poll(find, options).not.toBe("");
  return find();
}

/** Returns path and query of the link with this mode in an email about an account. */
export async function accountLink(site: Server, address: string, mode: string): Promise<string> {
  const mail = await mailTo(site, address, `mode=${mode}&token=`);
  return new RegExp(`/auth\\?mode=${mode}&token=[\\w-]{43}`).exec(mail)?.[0] ?? "";
}
