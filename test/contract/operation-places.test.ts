/**
 * An operation is its definition and its entry in functions/operations.ts, an upstream its entry in UPSTREAMS. One failure lists all that is
 * missing or left over, with what to do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readExamples } from '../../dev/upstream/example-files.ts';
import { operations } from '../../functions/operations.ts';
import { listPatterns } from '../../pages/docs/logic/describe-schema.ts';
import { listRules, listTestFiles, listTitles } from '../../tools/conformance.ts';
import { composePlaces } from '../../tools/generate/places.ts';
import { listMissing } from '../../tools/generate/upstreams.ts';
import { PURPOSES } from '../../tools/openapi/purposes.ts';
import { listSamples } from '../../tools/openapi/samples.ts';
import { readDocument } from '../support/openapi.ts';
import { specified } from '../support/valid-requests.ts';

type Operation = (typeof operations)[number];

/** What names each operation by hand, or is named after it. */
interface Place {
  readonly file: string;
  readonly names: readonly string[];
  /** What to add for an operation that is missing. */
  readonly line: (operation: Operation) => string;
}

const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const names = operations.map(({ name }) => name);

/** The definitions by their files; one file may have several. */
const definitions = readdirSync('functions')
  .filter((file) => !['index.ts', 'operations.ts', 'start-app.ts'].includes(file))
  .map((file) => {
    const text = readFileSync(`functions/${file}`, 'utf8');
    return { file, names: Array.from(text.matchAll(/^ {2}name: '(\w+)',$/gm), ([, name = '']) => name) };
  });

const fileOf = ({ name }: Operation) =>
  definitions.find((each) => each.names.includes(name))?.file ?? `${toKebab(name)}.ts`;

/** A test that is named as an operation is: its first word is that of one. */
const verbs = new Set([...names, 'create', 'delete', 'update'].map((name) => toKebab(name).split('-')[0]));
const tests = readdirSync('test/api').filter((file) => file.endsWith('.test.ts') && verbs.has(file.split('-')[0]));

const titled = new Set(listTitles().flatMap(({ file, ids }) => (file.startsWith('test/api/') ? ids : [])));
const toAnchor = (section: string) => `#${section.toLowerCase().replaceAll(' ', '-')}`;

/** Whether test/api has a file named after it, or a title with one of its rules. */
function isTested(operation: Operation): boolean {
  const { source } = operation;
  const rules = listRules().filter(({ id, section }) => source.includes(id) || source.endsWith(toAnchor(section)));
  const file = `test/api/${fileOf(operation).replace('.ts', '.test.ts')}`;
  return existsSync(file) || rules.some(({ id }) => titled.has(id));
}

const examples = readExamples().map(({ operation }) => operation);
/** What published definitions say in their own patterns, which are shown as they are. */
const published = examples
  .flatMap((name) => [`functions/${toKebab(name)}.ts`, `lib/contracts/${toKebab(name)}.ts`].filter(existsSync))
  .map((file) => readFileSync(file, 'utf8'))
  .concat(readExamples().flatMap(({ response }) => listTexts(response.schema)))
  .join('\n');

function listTexts(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listTexts);
  return typeof value === 'string' ? [value] : [];
}

const places: readonly Place[] = [
  {
    file: 'functions/operations.ts',
    names: definitions.flatMap((definition) => definition.names),
    line: ({ name }) => `functions/${toKebab(name)}.ts, which defines ${name}`,
  },
  {
    file: 'tools/openapi/samples.ts',
    names: Object.keys(listSamples('Vendor')).filter((name) => names.includes(name) || !examples.includes(name)),
    line: ({ name }) => `a sample of ${name}, or run npm run generate, which makes one of the definition`,
  },
];

/** What names some operations, and is left over when one goes. */
const NAMING = [
  { file: 'pages/console/operations.ts', pattern: /(?<=operations: \[[^\]]*)'(\w+)'/g },
  { file: 'tools/openapi/contracts/bodies.ts', pattern: /^ {2}((?!getOperation\b)\w+): [A-Za-z(]+\b.*,$/gm },
  ...listTestFiles().map((file) => ({ file, pattern: /\bvalidRequest\('(\w+)'\)/g })),
];

/** Files of contracts, and those that something imports. */
const contracts = readdirSync('lib/contracts').filter((file) => file.endsWith('.ts'));
const imported = new Set(
  ['functions', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').match(/[\w-]+\.ts(?=';)/g) ?? []),
  ),
);

it('every place that names operations names all of them, and no other', () => {
  expect(listDifferences()).toEqual([]);
});

function listDifferences(): string[] {
  const described = Object.values(readDocument().paths).flatMap((methods) => Object.values(methods));
  const isDescribed = names.every((name) => described.some(({ operationId }) => operationId === name));
  const outdated = [...composePlaces(operations)].filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  return [
    ...places.flatMap(({ file, names: named, line }) => [
      ...operations.filter(({ name }) => !named.includes(name)).map((operation) => `${file}: add ${line(operation)}`),
      ...named.filter((name) => !names.includes(name)).map((name) => `${file}: remove ${name}`),
    ]),
    ...specified
      .filter((operation) => !isTested(operation))
      .map((operation) => `test/api: add a test of ${operation.name}`),
    ...NAMING.flatMap(({ file, pattern }) =>
      Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name = '']) => name)
        .filter((name) => !names.includes(name))
        .map((name) => `${file}: remove ${name}`),
    ),
    ...tests
      .filter((file) => !definitions.some((definition) => file.startsWith(definition.file.replace('.ts', ''))))
      .map((file) => `test/api: remove ${file}`),
    ...names.filter((name) => !(name in PURPOSES)).map((name) => `tools/openapi/purposes.ts: add what ${name} is for`),
    ...Object.keys(PURPOSES)
      .filter((name) => !names.includes(name) && !examples.includes(name))
      .map((name) => `tools/openapi/purposes.ts: remove ${name}`),
    ...Array.from(readFileSync('docs/openapi.json', 'utf8').matchAll(/"pattern": (".*")/g), ([, pattern = '']) =>
      JSON.parse(pattern),
    )
      .filter((pattern) => !published.includes(pattern) && listPatterns({ pattern })[0]?.[1].startsWith('the form'))
      .map((pattern) => `pages/docs/logic/describe-schema.ts: add words for ${pattern}`),
    ...listMissing(),
    ...examples.filter((name) => !names.includes(name)).map((name) => `dev/upstream/examples/${name}.json: remove it`),
    ...contracts.filter((file) => !imported.has(file)).map((file) => `lib/contracts/${file}: remove it`),
    ...[...outdated.map(([file]) => file), ...(isDescribed ? [] : ['docs/openapi.json'])].map(
      (file) => `${file}: run npm run generate`,
    ),
  ];
}
