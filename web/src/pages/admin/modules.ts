import type { PageModule } from "../../lib/page-module";

/** The pages of the admin area by file, apart from the others: readers do not carry their list. */
export const modules = import.meta.glob<PageModule>(["./**/*.tsx", "!./**/*.test.tsx"]);
