// Finds unidiomatic phrases, American spellings and synonyms for established terms in everything that people read.
// Usage: node scripts/words/style.mjs   (exit code 1 and a line for each; --self-test checks the rules themselves)
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What visitors and staff read on screen. */
const SCREEN = [
  "web/src/content",
  "web/src/features",
  "web/src/layout",
  "web/src/pages",
  "web/src/seo",
  "web/src/ui",
];
/** What the server sends to them. */
const SERVER = ["server/src", "server/demo"];
/** What operators and developers read. */
const DOCUMENTS = ["docs", "crates", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "e2e/README.md", "site.toml"];

const isText = (path) =>
  !/node_modules|test-results|\.test\.|\.generated\.|\/tests?\b/.test(path) &&
  (SCREEN.some((folder) => path.startsWith(folder)) ? /\.tsx?$/ : path.startsWith("server/src") ? /\/(emails|texts|feed)\.rs$|\/cli\// : /\.(md|toml|html|json)$/).test(path);

/** A phrase, what to write instead, and an example that the rule must find. */
const RULES = [
  [/\be-mail/i, "email", "send an e-mail"],
  [/\b(this|a|an|each|every|our|your) mails?\b(?!-| (server|program|client|delivery|merge))/i, "email", "answer this mail"],
  [/\banswer this (e?mail)/i, "reply to this email", "answer this email"],
  [/\bget this because\b/i, "You're receiving this because", "You get this because"],
  [/\b(strategy|intro|introductory) call\b(?<!Book Your Strategy Call)/i, "discovery call", "book an intro call"],
  [/\b(of|from) one's own\b/i, "your own, or nothing", "a brand of one's own"],
  [/\bwords of (its|their) own\b/i, "a separate message", "in words of its own"],
  [/\bfor who (knows|has|is)\b/i, "for those who", "for who knows it"],
  [/\bthe one who\b/i, "the person who", "the one who asks"],
  [/\bwhom(ever|soever)\b|\bwhosoever\b/i, "anyone who", "whomever it is"],
  [/\bso far as\b/i, "as far as", "so far as known"],
  [/\bin order to\b/i, "to", "in order to rank"],
  [/\breplac(e|es|ing) [^.,:;]+ by (?!hand\b)/i, "replace … with", "replace the old by the new"],
  [/\b(utilis|utiliz)/i, "use", "utilising it"],
  [/\b(leverag(e|es|ed|ing)|synerg|seamless|cutting-edge|best-in-class|game-chang|world-class|unlock the power)/i, "say what it does", "seamless"],
  [/(?<![“‘"]|<td>)\bclick here\b/i, "name the page", "click here"],
  [/\bplease note\b|\bkindly\b/i, "leave it out", "Please note"],
];

/** American spellings in prose; literal texts of the specification are excepted. */
const AMERICAN = [/\b(behavior|favorite|analyz|organiz|[Oo]ptimiz|recogniz|prioritiz|summariz|minimiz)\w*/, "British spelling", "Optimize"];
const LITERAL = /UX \/ Behavior|Search Engine Behavior|signal-optimization|Initializing editor/g;

const files = (path) => {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
};

/** Returns the faults of a text, as `line: found (write instead)`. */
function faults(text, rules) {
  return text.split("\n").flatMap((line, index) =>
    rules.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line.replace(LITERAL, ""));
      return found ? [`${index + 1}: "${found[0]}" (${instead})`] : [];
    }),
  );
}

if (process.argv.includes("--self-test")) {
  const silent = [...RULES, AMERICAN].filter((rule) => faults(rule[2], [rule]).length === 0);
  for (const [pattern, , example] of silent) console.error(`${pattern} does not find "${example}"`);
  process.exit(silent.length > 0 ? 1 : 0);
}

const prose = (path) => /^web\/src\/content|^server\/demo|\/emails\.rs$|\.md$/.test(path);
const wrong = [...SCREEN, ...SERVER, ...DOCUMENTS]
  .flatMap(files)
  .filter(isText)
  .flatMap((path) =>
    faults(readFileSync(path, "utf8"), prose(path) ? [...RULES, AMERICAN] : RULES).map((fault) => `${path}:${fault}`),
  );
for (const line of wrong) console.error(line);
console.log(`${wrong.length} phrases to rewrite`);
process.exit(wrong.length > 0 ? 1 : 0);
