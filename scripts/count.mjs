// Counts the passed and failed tests in a test runner's report: `count.mjs RUNNER FILE` prints "PASSED FAILED". A
// report without any test is a failure.
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
    // Crates that do not compile, and test binaries that crash, print no result.
    const broken = /^error(\[|:)/m.test(text) && sum(2) === 0 ? 1 : 0;
    return [sum(1), sum(2) + broken];
  },
  playwright() {
    const { stats, errors, suites } = JSON.parse(text);
    for (const line of suites.flatMap(failures)) console.error(line);
    return [stats.expected, stats.unexpected + stats.flaky + errors.length];
  },
};

// Returns the failed tests of a suite with their errors, to be printed last, as only the end of a log is kept.
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

// A test that timed out has two errors, of which only the second says what it was waiting for.
const textOf = ({ message, snippet = "" }) => `${message}\n${snippet}`;

const [passed, failed] = readers[runner]();
console.log(`${passed} ${passed + failed === 0 ? 1 : failed}`);
