import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Server } from "./server";

/** The mails that the server has written, oldest first, with their lines joined again. */
export function mails(site: Server): string[] {
  const directory = join(site.dataDir, "mail");
  let names: string[] = [];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith(".eml"));
  } catch {
    // Nothing was sent yet.
  }
  return names
    .sort()
    .map((name) => readFileSync(join(directory, name), "utf8"))
    .map((text) => text.replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("\r\n ", " "));
}

/** Waits for the mail to this address with these words in it. */
export async function mailTo(site: Server, address: string, words: string): Promise<string> {
  const find = () =>
    mails(site).find((mail) => mail.includes(`To: ${address}`) && mail.includes(words)) ?? "";
  // The server looks every five seconds for mail that a command made.
  const options = { message: `a mail to ${address} with "${words}"`, timeout: 15_000 };
  await expect.poll(find, options).not.toBe("");
  return find();
}

/** Path and query of the link of this mode in the mail about an account. */
export async function accountLink(site: Server, address: string, mode: string): Promise<string> {
  const mail = await mailTo(site, address, `mode=${mode}&token=`);
  return new RegExp(`/auth\\?mode=${mode}&token=[\\w-]{43}`).exec(mail)?.[0] ?? "";
}
