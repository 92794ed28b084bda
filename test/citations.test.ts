import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { listCaseTitles } from '../tools/conformance.ts';

const FOLDERS = ['lib', 'functions', 'dev', 'test', 'tools', 'pages', 'client', 'bench', 'docs', 'infra'];
const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const TEXT = /\.(?:tsx?|mjs|md|bicep|yaml|yml|kql|http)$/;
const HERE = 'test/citations.test.ts';

/** Where ids are defined: at the start of a table row, a list item or a heading, or in bold. */
const DEFINITIONS: [string, RegExp][] = [
  ['docs/specification.md', /(?:S[1-3]|[CR])-\d\d/],
  ['docs/reliability.md', /P-\d\d/],
  ['docs/architecture.md', /I\d{1,2}/],
];
const ID = /(?<![\w%./#$&=+-])(?:(?:S[1-3]|[BCPRW])-\d\d|A\d\d[bc]?|F\d\d|I\d{1,2})(?![\w=/%-])/g;

/** Public sources, by how a citation of one begins. */
const PUBLIC = [
  'App Service managed identity REST endpoint reference',
  'Authorize with Shared Key',
  'Azure Monitor',
  'Azure Resource Manager',
  'Azure Table service',
  'Business Central',
  'Entra ',
  'Envoy',
  'Fetch ',
  'ISO 8601',
  'Kestrel',
  'NCrontab',
  'OData ',
  'OTLP',
  'OpenAPI 3.1',
  'OpenID Connect',
  'OpenTelemetry',
  'Understanding the Table service data model',
  'W3C Trace Context',
  'X.690',
  '@azure/',
  'azure-functions-',
  'azure-webjobs-sdk',
  'dotnet/aspnetcore',
  'fast-check',
  'opentelemetry-proto',
  'renewal theory',
  "zod's",
];
/** Documents that are not in the repository. */
const ELSEWHERE =
  /\bDESIGN\b|[Rr]eliability \d|[Rr]eliability [AFGT]\d|public-cloud(?: \d|\.md)|functions-host(?: \d|\.md)|\b[Ss]pec [123]\b/;

interface Line {
  readonly at: string;
  readonly text: string;
}

const files = [...FOLDERS.flatMap(listFiles), ...PAGES].filter((file) => TEXT.test(file) && file !== HERE);
const lines = files.flatMap(readLines);
/** Rules by their pages, abuse and fault cases by the titles of their tests. */
const defined = new Set([
  ...DEFINITIONS.flatMap(([page, id]) => readDefinitions(page, id)),
  ...listCaseTitles().flatMap(({ ids }) => ids),
]);

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(?:^|\/)(?:node_modules|dist|coverage)\//.test(name))
    .map((name) => join(folder, name));
}

function readLines(file: string): Line[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.map((text, at) => ({ at: `${file}:${at + 1}`, text }));
}

function readDefinitions(page: string, id: RegExp): string[] {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const start = new RegExp(String.raw`^(?:\||[-*#]+|\d+\.)?\s*\**(${id.source})\b`, 'gm');
  return [...text.matchAll(start), ...text.matchAll(new RegExp(String.raw`\*\*(${id.source})\b`, 'g'))].map(
    ([, name]) => name as string,
  );
}

const report = (found: readonly Line[]) => found.map(({ at, text }) => `${at}: ${text.trim()}`);

it('every id that is cited is defined', () => {
  expect(defined.size).toBeGreaterThan(300);
  const unknown = lines.filter(({ text }) => (text.match(ID) ?? []).some((id) => !defined.has(id)));
  expect(report(unknown)).toEqual([]);
});

it('rules are cited one by one, so that a search for an id finds them', () => {
  expect(report(lines.filter(({ at, text }) => /\.tsx?:/.test(at) && /(?:S[1-3]|[CPR])-\d\d to /.test(text)))).toEqual(
    [],
  );
});

it('every page and section that is cited or linked exists', () => {
  const missing = lines.filter(({ at, text }) => {
    const cited = text.match(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? [];
    const [file = ''] = at.split(':');
    const linked = file.endsWith('.md')
      ? Array.from(text.replace(/`[^`]*`/g, '').matchAll(/\]\((?!\w+:)([^)\s]*)\)/g), ([, to]) => String(to))
      : [];
    return [...cited, ...linked.map((to) => resolveLink(file, to))].some((to) => !exists(to));
  });
  expect(report(missing)).toEqual([]);
});

const resolveLink = (from: string, to: string) => (to.startsWith('#') ? from + to : normalize(join(dirname(from), to)));

function exists(target: string): boolean {
  const [file = '', anchor] = target.split('#');
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || listAnchors(file).includes(anchor);
}

/** Anchors as GitHub makes them of headings. */
function listAnchors(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

it('nothing cites a document that is not in the repository', () => {
  expect(report(lines.filter(({ text }) => ELSEWHERE.test(text)))).toEqual([]);
});

it('every source is an id, a page or file of the repository, an RFC or a public specification', () => {
  const sources = lines.flatMap(({ at, text }, index) => {
    const [, cited] = text.match(/(?<![\w'])Source: (.+)/) ?? [];
    if (cited === undefined || at.startsWith('docs/')) return [];
    // A list that ends in a separator goes on in the next line.
    const next = /[;,]$/.test(cited) ? ` ${lines[index + 1]?.text.replace(/^\s*(?:\*|\/\/)\s*/, '')}` : '';
    return [{ at, text: cited + next }];
  });
  expect(sources.length).toBeGreaterThan(60);
  expect(report(sources.filter(({ text }) => !text.split('; ').every(isResolved)))).toEqual([]);
});

function isResolved(item: string): boolean {
  const source = item.replace(/\s*\*\/.*$/, '').trim();
  const [id] = source.match(/^(?:(?:S[1-3]|[BCPRW])-\d\d|[AFI]\d{1,2}[bc]?)(?!\w)/) ?? [];
  if (id) return defined.has(id);
  const [path] = source.match(/^[\w@.-]+(?:\/[\w@.-]+)+\.\w+/) ?? [];
  if (path && existsSync(path)) return true;
  return /^RFC \d{4}\b/.test(source) || PUBLIC.some((name) => source.startsWith(name));
}
