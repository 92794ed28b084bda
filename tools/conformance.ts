/**
 * `npx tsx tools/conformance.ts` writes reports/conformance.md: the rules of docs/specification.md with the tests whose titles name them;
 * `npx tsx tools/conformance.ts --cases` lists the abuse (A01) and fault cases (F01) by the titles of their tests. Nothing of it is in git.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readRules } from './rules.mjs';

/** A string of a test, or of a file that declares tests for others, that names rules or cases; or the comment above a title with further rules. */
interface Title {
  readonly file: string;
  readonly ids: readonly string[];
  readonly text: string;
}

const PAGE = 'reports/conformance.md';
const TESTS = 'test';

/** The id of a rule, as a regular expression. */
export const RULE_ID = String.raw`(?:S[1-3]|[CR])-\d\d`;
/** A list of rules by itself, the end of a title in parentheses, or a comment such as `// Also C-01, C-02.` */
const NAMES_RULES = new RegExp(String.raw`^${RULE_ID}|\([^()]*${RULE_ID}[^()]*\)|^// Also .*\.$`);
const STRING = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Returns the rules of docs/specification.md. */
export const listRules = () => readRules('.', ['specification.md']);

/** Returns the cases of a list: `F10 to F12` gives three. Ranges stay within one prefix. */
function expandIds(list: string): string[] {
  const ids = [...list.matchAll(/([AF])(\d\d)([b-z]?)(?: to \1(\d\d))?/g)];
  return ids.flatMap(([, prefix = '', first = '', suffix = '', last]) => {
    const count = last === undefined ? 1 : Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, at) => `${prefix}${String(Number(first) + at).padStart(2, '0')}${suffix}`);
  });
}

/** Returns what names rules in the test files. */
export function listTitles(): Title[] {
  return listStrings().flatMap(({ file, text }) =>
    NAMES_RULES.test(text) ? [{ file, ids: text.match(new RegExp(RULE_ID, 'g')) ?? [], text }] : [],
  );
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

type TestString = { file: string; text: string; isId: boolean };

function listStrings(): TestString[] {
  return listTestFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (/^\s*(?:\*|\/[/*])/.test(line) ? listComment(file, line) : listLine(file, line))),
  );
}

function listLine(file: string, line: string): TestString[] {
  return Array.from(line.matchAll(STRING), (match) => ({
    file,
    text: (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'),
    isId: /\bid: $/.test(line.slice(0, match.index)),
  }));
}

function listComment(file: string, line: string): TestString[] {
  const text = line.trim();
  return text.startsWith('// Also ') ? [{ file, text, isId: false }] : [];
}

/** Titles are also in files that declare tests for both profiles, such as test/support/refusal-tests.ts. */
export function listTestFiles(): string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(TESTS, name))
    .toSorted();
}

/** Returns the table of rules and tests. */
function formatRules(): string {
  const titles = listTitles();
  const rows = listRules().map(({ id, section }) => {
    const files = new Set(titles.filter(({ ids }) => ids.includes(id)).map(({ file }) => file));
    const links = [...files].map((file) => `[${file.replace(/^.*\//, '')}](${relative(dirname(PAGE), file)})`);
    return `| ${id} | ${section} | ${links.join(', ')} |`;
  });
  return `# Conformance\n\n| Rule | Section | Tests |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** Returns one line per title and case: `A01 test/security/authentication.test.ts: no token`. */
function formatCases(): string {
  const lines = listCaseTitles().flatMap(({ file, ids, text }) => ids.map((id) => `${id} ${file}: ${text}`));
  return [...new Set(lines)].toSorted().join('\n');
}

function main(): void {
  const { values } = parseArgs({ options: { cases: { type: 'boolean', default: false } } });
  if (values.cases) {
    console.log(formatCases());
    return;
  }
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, formatRules());
  console.log(`Wrote ${PAGE}.`);
}

if (process.argv[1] && realpathSync(resolve(process.argv[1])) === import.meta.filename) main();
