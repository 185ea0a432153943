// Prints src/generated/page-modules.ts, with which the type check compares each page with the props for its name.
import { existsSync, readFileSync } from "node:fs";

const description = JSON.parse(readFileSync("src/generated/openapi.json", "utf8"));
const names = description.components.schemas.PageProps.required;
const modules = names.map((name) => {
  // A page without a head must have a title.
  const head = existsSync(`src/pages/${name}.head.ts`)
    ? ` & typeof import("../pages/${name}.head")`
    : "";
  return `  "${name}": typeof import("../pages/${name}")${head};`;
});
console.log(`/** Made by scripts/page-modules.mjs: the module and the head of every page. */
import type { PageName } from "../lib/page";
import type { HeadModule, PageModule, TitledModule } from "../lib/page-module";

type Checked<T extends { [N in PageName]: PageModule<N> & (HeadModule<N> | TitledModule) }> = T;

export type PageModules = Checked<{
${modules.join("\n")}
}>;`);
