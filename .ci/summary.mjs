// Prints the run's result as one plain line, from the test runner's own report; one that was not written is a failure,
// and so is a run that ended with another status than 0 although every test passed (the argument is that status).
// Before it: each test that failed first and passed when it was run once more. It is mended, not lived with.
import { existsSync, readFileSync } from 'node:fs';

const FILE = 'reports/vitest.json';
const missing = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults: [] };
const report = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : missing;
const tests = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test) => ({ ...test, file: name })),
);
const retried = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0);
for (const { file, fullName } of retried) console.log(`retried: ${fullName.trim()} (${file})`);
const skipped = report.numPendingTests;
const failed = Math.max(report.numFailedTests, process.argv[2] === '0' ? 0 : 1);
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
