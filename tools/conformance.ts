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

/** A string of a test file that starts with rule ids, or names cases. */
interface Title {
  readonly file: string;
  readonly ids: readonly string[];
  readonly text: string;
}

const SPECIFICATION = 'docs/specification.md';
const PAGE = 'docs/conformance.md';
const CASE_PAGES = ['docs/abuse-cases.md', 'docs/fault-cases.md'];
const TEST_FOLDERS = ['test', 'client'];
/** Chapters of the page above the facts, whose tests are optional. */
const REQUIRED = /^[SC]/;
const MAX_TEXT = 70;

const RULE_ID = String.raw`(?:S[1-3]|[CLHR])-\d\d`;
const RULE_LIST = new RegExp(`^${RULE_ID}(?:(?:, | to )${RULE_ID})*(?= )`);
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
  const ids = [...list.matchAll(/([A-Z]\d?-?)(\d\d)(b?)(?: to \1(\d\d))?/g)];
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
    const lists = text.match(/\b[AF]\d\db?(?: to [AF]\d\d)?\b/g) ?? [];
    return lists.length > 0 && (isId || text.length > 8)
      ? [{ file, ids: lists.flatMap((list) => expandIds(list)), text }]
      : [];
  });
}

function listStrings(): { file: string; text: string; isId: boolean }[] {
  return TEST_FOLDERS.flatMap(listTestFiles).flatMap((file) =>
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

function listTestFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:\.test|\.faults|-faults)\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
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
    'The rules of [specification.md](specification.md) in short, and the tests whose titles start with their ids: of each',
    'file the first title, and how many more. Written by `npx tsx tools/conformance.ts`; change the rules or the titles, not',
    'this page.',
    '',
    ...[...groupBy(shown, ({ chapter }) => chapter)].flatMap(([chapter, members]) => [
      `## ${chapter}`,
      '',
      ...[...groupBy(members, ({ section }) => section)].flatMap(([section, rules]) =>
        formatSection(section, rules, titles),
      ),
    ]),
  ].join('\n');
}

function formatSection(section: string, rules: readonly Rule[], titles: readonly Title[]): string[] {
  const rows = rules.map((rule) => formatRow(rule, titles));
  return [`### ${section}`, '', '| Rule | Statement | Tests |', '|---|---|---|', ...rows, ''];
}

function formatRow({ id, text }: Rule, titles: readonly Title[]): string {
  const own = titles.filter(({ ids }) => ids.includes(id));
  const tests = [...groupBy(own, ({ file }) => file)].map(([file, group]) => {
    const first = group[0]?.text.replaceAll('`', "'").replaceAll('|', '\\|');
    return `${linkTo(PAGE, file)}: \`${first}\`${group.length > 1 ? ` +${group.length - 1}` : ''}`;
  });
  return `| ${id} | ${shorten(text)} | ${tests.join(' · ') || '–'} |`;
}

function shorten(text: string): string {
  const [statement = '', reason] = text.split(/(?=Not testable here)/);
  if (statement.length <= MAX_TEXT) return text;
  const cut = statement.slice(0, MAX_TEXT).replace(/[\s,;:]+\S*$/, '');
  // An odd number of backticks: the cut is inside a code span.
  return `${cut}${cut.split('`').length % 2 === 0 ? '`' : ''} …${reason ? ` ${reason}` : ''}`;
}

function linkTo(page: string, file: string): string {
  const name = file.replace(/^.*\//, '').replace(/(?:\.test|\.faults)?\.tsx?$/, '');
  return `[${name}](${relative(dirname(page), file)})`;
}

/** Returns a page of cases with its last column filled in from the test files. */
function fillCases(page: string): string {
  const titles = listCaseTitles();
  return readFileSync(page, 'utf8').replace(/^(\| ([AF]\d\db?) \|.*\|) [^|]*\|$/gm, (_, start, id) => {
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
    console.error(`Out of date: ${stale.join(', ')}. Run \`npx tsx tools/conformance.ts\`.`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(resolve(process.argv[1])) === import.meta.filename) main();
