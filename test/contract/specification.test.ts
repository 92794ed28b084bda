/** Every rule has a test; the rules of the three documents and the contracts have the same names: neither can lose a statement alone. */
import { describe, expect, it } from 'vitest';
import { PATH_RULES } from '../../pages/docs/logic/describe-schema.ts';
import { listRules, listTitles } from '../../tools/conformance.ts';
import { listOperations, listReferences, readDocument } from '../support/openapi.ts';
import { specified } from '../support/valid-requests.ts';

const document = readDocument();
const rules = listRules();
const rulesOf = (chapter: string) => rules.filter(({ id }) => id.startsWith(chapter));
const toText = (some: typeof rules) => some.map(({ text }) => text).join('\n');

/** Names in rules that no contract declares: the language of searches, types that the server sets, addresses, the token's scope, second spellings. */
const UNDECLARED = (
  '-and -eq -gt -like -or * {date} {time} {resourceUri} resourceUri ' +
  '{originalRequestUrl}?$skipToken=<opaque_page_token> Content-Type application json ' +
  '#vendor.graph.restorePoint #vendor.graph.siteProtectionUnit transformations Vendor-Subscription-Key ' +
  'user_impersonation v1.0 v2.0 FastRestore None UnknownFutureValue'
).split(' ');

const SEPARATOR = /\/|: |(?<=^[a-z]{2,})\.(?=[a-z]+$)/i;
const REQUIRES = /\b(?:required|requires|needs)\b/;
const LISTS = ['enum', 'examples'];
const VALUES = ['const', 'pattern'];
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];
/** Headers and parameters that Frontdesk adds to every operation. */
const ADDED = /^(?:x-|access-|odata-|Cache-|Age$|Azure-AsyncOperation$|Location$|Retry-After$)/;

/** Lists the names of members, the values, the patterns and the bounds (but those of an int32) that a schema declares. */
function* listNames(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {}, ...keywords } = schema as { readonly properties?: object };
  yield* Object.keys(properties);
  for (const [keyword, value] of Object.entries<unknown>(keywords)) {
    if (LISTS.includes(keyword) && Array.isArray(value)) yield* value.map(String);
    if (VALUES.includes(keyword)) yield String(value).replace(PATH_RULES, '^');
    if (keyword === 'description')
      yield* Array.from(String(value).matchAll(/Default: "?(.+?)"?\.$/g), ([, each]) => each as string);
    if (BOUNDS.includes(keyword) && Math.abs(Number(value)) < 2 ** 31 - 1) yield String(value);
  }
  for (const part of [...Object.values(properties), ...Object.values(keywords)]) yield* listNames(part);
}

type Operation = ReturnType<typeof listOperations>[number];

/** Lists the method, the segments of the path, the parameters, the statuses of success and their headers. */
function* listOperationNames({ path, method, operation }: Operation): Generator<string> {
  yield method.toUpperCase();
  yield* path.split('/').filter(Boolean);
  for (const { name, schema } of operation.parameters.filter((parameter) => !ADDED.test(parameter.name))) {
    yield name;
    // The other versions are those of R-30; what a filter may be is not specified.
    const { default: specified, examples: _, 'x-enumNames': _names, 'x-ms-enum': _values, ...rest } = schema;
    yield* name === 'api-version' && typeof specified === 'string' ? [specified] : listNames(rest);
  }
  for (const [status, { headers, description }] of Object.entries(operation.responses)) {
    if (!/^20[014]$/.test(status) || description.includes('not specified')) continue;
    yield status;
    yield* Object.keys(headers).filter((name) => !ADDED.test(name));
  }
}

const toAnchor = (section: string) => `#${section.toLowerCase().replaceAll(' ', '-')}`;

/** The operations of each document, with the schemas that they lead to and no document before it does. */
const described = new Set<string>();
const chapters = ['S1', 'S2', 'S3'].map((chapter) => {
  const anchors = rulesOf(chapter).map(({ section }) => toAnchor(section));
  const isOf = (source: string) => source.startsWith(chapter) || anchors.some((anchor) => source.endsWith(anchor));
  const ids = specified.filter(({ source }) => isOf(source)).map(({ name }) => name);
  const operations = listOperations(document).filter(({ operation }) => ids.includes(operation.operationId));
  const used = listReferences(document, operations);
  const schemas = Object.entries(document.components.schemas).filter(([id]) => used.has(id) && !described.has(id));
  for (const [id] of schemas) described.add(id);
  const names = new Set([
    ...operations.flatMap((each) => [...listOperationNames(each)]),
    ...schemas.flatMap(([, schema]) => [...listNames(schema)]),
  ]);
  return { chapter, operations, schemas, names };
});

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word.replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')}(?!\\w)`).test(text);
}

describe.each(chapters)('$chapter', ({ chapter, operations, schemas, names }) => {
  it('what is declared stands in a rule of the chapter, or in a choice', () => {
    const text = `${toText(rulesOf(chapter))}\n${toText(rulesOf('C'))}`;
    expect(operations.length).toBeGreaterThan(0);
    // A pattern of ours says in ASCII what its rule says in words.
    expect([...names].filter((name) => !name.startsWith('^') && !hasWord(text, name))).toEqual([]);
  });

  it('what a request requires is required by a rule', () => {
    const required = schemas
      .filter(([id]) => id.endsWith('Request'))
      .flatMap(([, schema]) => [...listRequired(schema)]);
    const texts = rulesOf(chapter).filter(({ text }) => REQUIRES.test(text));
    expect(required.filter((name) => !texts.some(({ text }) => hasWord(text, name)))).toEqual([]);
  });
});

/** Lists the required members, without the envelope and the names of kinds. */
function* listRequired(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { required } = schema as { readonly required?: unknown };
  if (Array.isArray(required)) yield* required.map(String).filter((name) => !['properties', 'type'].includes(name));
  for (const part of Object.values(schema)) yield* listRequired(part);
}

it('what a rule names is declared by its chapter', () => {
  const found = chapters.flatMap(({ chapter, names }) => listUndeclared(toText(rulesOf(chapter)), names));
  expect([...new Set(found)].toSorted()).toEqual(UNDECLARED.toSorted());
});

/** Lists the names in backticks that are not declared; of a path, a type, `a.b` and `a: b` the parts that are not. */
function listUndeclared(text: string, names: ReadonlySet<string>): string[] {
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => String(name));
  return quoted
    .filter((name) => !names.has(name))
    .flatMap((name) => name.split(SEPARATOR).filter((part) => part && !names.has(part)));
}

const titles = listTitles();
const ids = new Set(rules.map(({ id }) => id));
const tested = new Set(titles.flatMap((title) => title.ids));

it('rule ids are unique', () => {
  expect(rules.length).toBeGreaterThan(250);
  expect(ids.size).toBe(rules.length);
});

it('every rule has a test', () => {
  expect(rules.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
});

it('every id in a title exists', () => {
  expect(titles.length).toBeGreaterThan(250);
  expect([...tested].filter((id) => !ids.has(id))).toEqual([]);
});
