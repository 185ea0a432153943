// Reads how many tests passed and failed off a test runner's report: `count.mjs RUNNER FILE` prints "PASSED FAILED".
// A report without a single test is a failure: a runner that ran nothing has checked nothing.
import { readFileSync } from "node:fs";

const [runner, file] = process.argv.slice(2);
const text = readFileSync(file, "utf8");

const readers = {
  vitest() {
    const report = JSON.parse(text);
    const suites = report.testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0);
    return [report.numPassedTests, report.numFailedTests + suites.length];
  },
  cargo() {
    const results = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)];
    const sum = (index) => results.reduce((total, result) => total + Number(result[index]), 0);
    // A crate that does not compile, or a test binary that dies, prints no result.
    const broken = /^error(\[|:)/m.test(text) && sum(2) === 0 ? 1 : 0;
    return [sum(1), sum(2) + broken];
  },
  playwright() {
    const { stats, errors, suites } = JSON.parse(text);
    for (const line of suites.flatMap(failures)) console.error(line);
    return [stats.expected, stats.unexpected + stats.flaky + errors.length];
  },
};

// The tests of a suite that failed, each with its errors: the end of a log is what is kept of it.
function failures({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results
        .filter(({ errors }) => errors.length > 0)
        .map(({ errors }) => `FAILED: [${projectName}] ${file}:${line} ${title}\n${errors.map(textOf).join("\n")}`),
    ),
  );
  return [...own, ...suites.flatMap(failures)];
}

// A test that ran out of time has two errors, and only the second says what it waited for.
const textOf = ({ message, snippet = "" }) => `${message}\n${snippet}`;

const [passed, failed] = readers[runner]();
console.log(`${passed} ${passed + failed === 0 ? 1 : failed}`);
