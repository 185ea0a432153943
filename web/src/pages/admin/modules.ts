import type { PageModule } from "../../lib/page-module";

/** The pages of the admin area by file. In a separate module, so that readers do not load the list. */
export const modules = import.meta.glob<PageModule>(["./**/*.tsx", "!./**/*.test.tsx"]);
