/**
 * `npx tsx tools/conformance.ts` writes docs/conformance.md from docs/specification.md and the test titles, and fills in the last column of
 * docs/abuse-cases.md and docs/fault-cases.md; `--check` only reports which of the three is out of date.
 */
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Rule {
  readonly id: string;
  readonly chapter: string;
  readonly section: string;
  readonly text: string;
}

/** A string of a test, or of a file that declares tests for others, that starts with rule ids or names cases. */
interface Title {
  readonly file: string;
  readonly ids: readonly string[];
  readonly text: string;
}

const SPECIFICATION = 'docs/specification.md';
const PAGE = 'docs/conformance.md';
const CASE_PAGES = ['docs/abuse-cases.md', 'docs/fault-cases.md'];
const TESTS = 'test';
/** Chapters of the page above the facts, whose tests are optional. */
const REQUIRED = /^[BSCRW]/;

const RULE_ID = String.raw`(?:S[1-3]|[BCLHRW])-\d\d`;
const RULE_LIST = new RegExp(`^${RULE_ID}(?:(?:, | to )${RULE_ID})*(?= )`);
/** A row of a page of cases. */
const CASE = /^(\| ([AF]\d\d[b-z]?) \|.*\|) [^|]*\|$/gm;
const STRING = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Returns the rules of docs/specification.md in the order of the page. */
export function readRules(): Rule[] {
  let chapter = '';
  let section = '';
  return readFileSync(SPECIFICATION, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) chapter = line.slice(3);
      if (line.startsWith('### ')) section = line.slice(4);
      const [, id, text] = line.match(new RegExp(String.raw`^\| (${RULE_ID}) \| (.*) \|$`)) ?? [];
      return id && text ? [{ id, chapter, section, text }] : [];
    });
}

/** True for a rule that needs a test: a rule or choice that is not marked as untestable. */
export function needsTest({ id, text }: Rule): boolean {
  return REQUIRED.test(id) && !text.includes('Not testable here');
}

/** Returns the ids of a list: `A01`, `S1-03 to S1-05` gives three. Ranges stay within one prefix. */
function expandIds(list: string): string[] {
  const ids = [...list.matchAll(/([A-Z]\d?-?)(\d\d)([b-z]?)(?: to \1(\d\d))?/g)];
  return ids.flatMap(([, prefix = '', first = '', suffix = '', last]) => {
    const count = last === undefined ? 1 : Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, at) => `${prefix}${String(Number(first) + at).padStart(2, '0')}${suffix}`);
  });
}

/** Returns the strings of the test files that start with rule ids. */
export function listTitles(): Title[] {
  return listStrings().flatMap(({ file, text }) => {
    const list = text.match(RULE_LIST)?.[0];
    return list ? [{ file, ids: expandIds(list), text: text.slice(list.length + 1) }] : [];
  });
}

/** Returns the strings of the test files that name an abuse or fault case. */
export function listCaseTitles(): Title[] {
  return listStrings().flatMap(({ file, text, isId }) => {
    const lists = text.match(/\b[AF]\d\d[b-z]?(?: to [AF]\d\d)?\b/g) ?? [];
    return lists.length > 0 && (isId || text.length > 8)
      ? [{ file, ids: lists.flatMap((list) => expandIds(list)), text }]
      : [];
  });
}

/** Returns the ids of the pages of cases. */
export function readCaseIds(): string[] {
  return CASE_PAGES.flatMap((page) => Array.from(readFileSync(page, 'utf8').matchAll(CASE), ([, , id]) => String(id)));
}

function listStrings(): { file: string; text: string; isId: boolean }[] {
  return listTestFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line))
      .flatMap((line) =>
        Array.from(line.matchAll(STRING), (match) => ({
          file,
          text: (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'),
          isId: /\bid: $/.test(line.slice(0, match.index)),
        })),
      ),
  );
}

/** Titles also stand in files that declare tests for both profiles, such as test/support/refusal-tests.ts. */
function listTestFiles(): string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(TESTS, name))
    .toSorted();
}

function groupBy<T>(members: readonly T[], keyOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of members) groups.set(keyOf(member), [...(groups.get(keyOf(member)) ?? []), member]);
  return groups;
}

/** Returns docs/conformance.md. */
function formatPage(): string {
  const titles = listTitles();
  const shown = readRules().filter(({ id }) => REQUIRED.test(id) || titles.some(({ ids }) => ids.includes(id)));
  return [
    '# Conformance',
    '',
    'The rules of [specification.md](specification.md), the sections they come from, and the number of tests whose titles',
    'start with their ids. Generated by `npm run conformance` from both; `npx vitest -t S1-07` runs the tests of a rule.',
    '',
    ...[...groupBy(shown, ({ chapter }) => chapter)].flatMap(([chapter, rules]) => [
      `## ${chapter}`,
      '',
      '| Rule | Section | Tests |',
      '|---|---|---|',
      ...rules.map((rule) => formatRow(rule, titles)),
      '',
    ]),
  ].join('\n');
}

function formatRow({ id, section, text }: Rule, titles: readonly Title[]): string {
  const own = titles.filter(({ ids }) => ids.includes(id));
  const tests = [...groupBy(own, ({ file }) => file)].map(([file, group]) => `${linkTo(PAGE, file)}×${group.length}`);
  const [, reason = '–'] = text.split(/(?=Not testable here)/);
  return `| ${id} | ${section} | ${tests.join(', ') || reason} |`;
}

function linkTo(page: string, file: string): string {
  const name = file.replace(/^.*\//, '').replace(/(?:\.test|\.faults)?\.tsx?$/, '');
  return `[${name}](${relative(dirname(page), file)})`;
}

/** Returns a page of cases with its last column filled in from the test files. */
function fillCases(page: string): string {
  const titles = listCaseTitles();
  return readFileSync(page, 'utf8').replace(CASE, (_, start, id) => {
    const files = new Set(titles.filter(({ ids }) => ids.includes(id)).map(({ file }) => linkTo(page, file)));
    return `${start} ${[...files].join(', ')} |`;
  });
}

/** Returns the pages that this tool writes, with their text. */
function composePages(): Map<string, string> {
  return new Map([[PAGE, formatPage()], ...CASE_PAGES.map((page) => [page, fillCases(page)] as const)]);
}

/** Returns the names of the pages that are out of date. */
export function findStalePages(): string[] {
  return [...composePages()].filter(([page, text]) => readFileSync(page, 'utf8') !== text).map(([page]) => page);
}

function main(): void {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const stale = findStalePages();
  if (!values.check) for (const [page, text] of composePages()) writeFileSync(page, text);
  else if (stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run \`npm run conformance\`.`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(resolve(process.argv[1])) === import.meta.filename) main();
