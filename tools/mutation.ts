/** Changes the code under test, and prints how many changes no test notices, by folder. Hours; `--mutate lib/pipeline.ts` for one file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const USAGE = `Runs Stryker on the folders whose tests are of pure values, and prints the mutation score of each folder.

  npx tsx tools/mutation.ts [--http] [options of Stryker]

  --http           the files of a request's way, whose tests go through HTTP
  --mutate FILE    one file

Score: detected mutants of all valid ones; in brackets, of those that a test reaches.`;

const args = process.argv.slice(2);
const isHttp = args.includes('--http');
const REPORT = isHttp ? 'reports/mutation-http.json' : 'reports/mutation.json';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${USAGE}\n`);
else main();

function main(): void {
  execFileSync('npm', ['ci', '--prefix', 'test/heavy', '--no-audit'], { stdio: 'inherit' });
  const stryker = 'test/heavy/node_modules/@stryker-mutator/core/bin/stryker.js';
  const options = args.filter((each) => each !== '--http');
  try {
    execFileSync(process.execPath, [stryker, 'run', 'test/heavy/stryker.config.mjs', ...options], {
      env: { ...process.env, MUTATE: isHttp ? 'http' : 'values' },
      stdio: 'inherit',
    });
  } catch {
    process.exitCode = 1;
  }
  printScores();
}

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
