/** Writes docs/mutation.md, the summary of reports/mutation.json: `npm run test:mutation` makes both. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Mutant {
  readonly status: string;
  readonly statusReason?: string;
  readonly mutatorName: string;
  readonly location: { readonly start: { readonly line: number } };
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

/** A survivor is one that the tests reach and do not find out. */
const STATUSES = { found: ['Killed', 'Timeout'], survived: ['Survived'], unreached: ['NoCoverage'] } as const;

const { files } = JSON.parse(readFileSync('reports/mutation.json', 'utf8')) as Report;
const paths = Object.keys(files).sort();
const folders = [...new Set(paths.map(dirname))];

writeFileSync(
  'docs/mutation.md',
  `# Mutation testing

The summary of the last run, written by \`npm run test:mutation\`. Stryker changes the code in one place at a time and runs the tests on values that reach it; what no
test then finds out is a change that the tests do not know of. Left out: what is worked out once at the start (constants), and what a comment in the code names with its reason.

| folder | mutants | found out | survived | not reached | of all | of what is reached |
|---|---|---|---|---|---|---|
${[...folders.map(toFolderRow), toRow('**all**', paths)].join('\n')}

## By file

| file | mutants | found out | survived | not reached | of all | of what is reached |
|---|---|---|---|---|---|---|
${paths.map((path) => toRow(`\`${path}\``, [path])).join('\n')}

## What survived or was not reached

${paths.flatMap(listLeft).join('\n')}

## What a comment leaves out

${paths.flatMap(listDisabled).join('\n')}
`,
);

function toFolderRow(folder: string): string {
  return toRow(
    `\`${folder}\``,
    paths.filter((path) => dirname(path) === folder),
  );
}

function toRow(name: string, of: readonly string[]): string {
  const mutants = of.flatMap((path) => files[path]?.mutants ?? []);
  const count = (statuses: readonly string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [found, survived, unreached] = [count(STATUSES.found), count(STATUSES.survived), count(STATUSES.unreached)];
  const reached = found + survived;
  const cells = [reached + unreached, found, survived, unreached, toShare(found, reached + unreached)];
  return `| ${[name, ...cells, toShare(found, reached)].join(' | ')} |`;
}

function toShare(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}

function listLeft(path: string): readonly string[] {
  const left = (files[path]?.mutants ?? []).filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  if (left.length === 0) return [];
  const places = left.map(({ status, mutatorName, location }) => {
    return `${location.start.line} ${mutatorName}${status === 'NoCoverage' ? ' (not reached)' : ''}`;
  });
  return [`- \`${path}\`: ${[...new Set(places)].join(', ')}`];
}

function listDisabled(path: string): readonly string[] {
  const disabled = (files[path]?.mutants ?? []).filter(
    ({ status, statusReason = '' }) => status === 'Ignored' && !/static/i.test(statusReason),
  );
  const reasons = disabled.map(({ location, statusReason }) => `${location.start.line} ${statusReason}`);
  return [...new Set(reasons)].map((reason) => `- \`${path}\`: ${reason}`);
}
