/** Prints the mutation score by folder, from reports/mutation.json; `npx stryker run test/stryker.config.mjs` runs Stryker and then this. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const USAGE = `Prints the mutation score of each folder and of all.

  npx stryker run test/stryker.config.mjs    runs Stryker, which lists the survivors, then prints the scores

Score: detected mutants of all valid ones; in brackets, of those that a test reaches.`;

const REPORT = 'reports/mutation.json';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(`${USAGE}\n`);
else printScores();

function printScores(): void {
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  const folders = [...new Set(Object.keys(files).map(dirname))].sort();
  for (const folder of [...folders, 'lib']) {
    const mutants = Object.entries(files).flatMap(([path, file]) =>
      path.startsWith(`${folder}/`) ? file.mutants : [],
    );
    process.stdout.write(`${folder.padEnd(16)} ${describeScore(mutants.map(({ status }) => status))}\n`);
  }
}

function describeScore(statuses: readonly string[]): string {
  const count = (...names: readonly string[]) => statuses.filter((status) => names.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  const reached = detected + count('Survived');
  const valid = reached + count('NoCoverage');
  return `${formatShare(detected, valid)} of ${valid} mutants (${formatShare(detected, reached)})`;
}

function formatShare(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
