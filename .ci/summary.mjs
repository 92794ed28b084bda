// Prints the run's result as one plain line, from the test runner's own report.
import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync('reports/vitest.json', 'utf8'));
console.log(
  `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`,
);
