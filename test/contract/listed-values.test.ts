/** Which lists of values are open: the public definitions (listed-values.json), the contracts of both profiles, and the table of the specification. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inlineLists } from '../../tools/openapi/document-file.ts';
import { listOperations, listReferences, readDocument } from '../support/openapi.ts';
import { specified } from '../support/valid-requests.ts';

type Row = readonly [
  resource: string,
  versions: string,
  member: string,
  values: readonly string[],
  modelAsString: boolean,
];

const rows: readonly Row[] = JSON.parse(readFileSync('test/contract/listed-values.json', 'utf8'));
const defined = new Map(rows.map(([, , member, values, isOpen]) => [member, { values, isOpen }]));
// A number in the definition, whose text names the two.
defined.set('maxWriterCount', { values: ['0', '1'], isOpen: true });
const document = readFileSync('docs/specification.md', 'utf8');

interface List {
  readonly member: string;
  readonly keyword: string;
  readonly values: readonly string[];
}

/** Lists the members of requests that have a list of values; a `name` with what it is in. */
function* listMembers(schema: unknown, path: readonly string[] = []): Generator<List> {
  if (typeof schema !== 'object' || schema === null) return;
  // The names of a map are no values.
  const { properties = {}, propertyNames: _, ...keywords } = schema as { readonly [keyword: string]: object };
  for (const [name, member] of Object.entries(properties)) yield* listMembers(member, [...path, name]);
  for (const [keyword, part] of Object.entries(keywords)) {
    const isList = keyword === 'enum' || keyword === 'examples';
    const values = isList ? (part as string[]).filter((value) => value !== null) : [];
    if (isList) yield { member: path.slice(path.at(-1) === 'name' ? -2 : -1).join('.'), keyword, values };
    else yield* listMembers(part, path);
  }
}

/** Of the operations of docs/specification.md: the lists of others are those of the definition that they were made from. */
function requestsOf(profile: 'vendor' | 'microsoft'): List[] {
  const inlined = inlineLists(readDocument(profile));
  const names = specified.map(({ name }) => name);
  const own = listOperations(inlined).filter(({ operation }) => names.includes(operation.operationId));
  const used = listReferences(inlined, own);
  return (
    Object.entries(inlined.components.schemas)
      .filter(([id]) => id.endsWith('Request') && used.has(id))
      // A component is named after its member.
      .flatMap(([id, schema]) => [
        ...listMembers(
          schema,
          /[A-Z][a-z]+(?=Request$)/.exec(id)?.map((word) => word.toLowerCase()),
        ),
      ])
  );
}

it('every list of the contracts is in a public definition, with these values (C-46)', () => {
  const lists = requestsOf('vendor');
  expect(lists.length).toBeGreaterThan(20);
  for (const { member, values } of lists.filter(({ member }) => !ONLY_NAMED.includes(member))) {
    const known = defined.get(member)?.values.map((value) => value.toLowerCase());
    expect(
      values.filter((value) => !known?.includes(String(value).toLowerCase())),
      member,
    ).toEqual([]);
  }
});

/** Set by the server, or open in the specification too. */
const ONLY_NAMED = ['status', 'code', 'provisioningState', 'jobState'];

it('a list is closed in the profile microsoft only if a definition closes it (C-46)', () => {
  const closed = new Set(
    requestsOf('microsoft').flatMap(({ member, keyword }) => (keyword === 'enum' ? [member] : [])),
  );
  expect([...closed].filter((member) => defined.get(member)?.isOpen !== false)).toEqual([]);
  const specified = requestsOf('vendor').flatMap(({ member, keyword }) => (keyword === 'enum' ? [member] : []));
  expect(specified.filter((member) => defined.get(member)?.isOpen === false && !closed.has(member))).toEqual([]);
});

it('the table of the specification says which lists are open (C-46)', () => {
  const listOf = (kind: string) =>
    Array.from(
      new RegExp(`^\\| ${kind} \\| (.+) \\|$`, 'm').exec(document)?.[1]?.matchAll(/`([\w.]+)`/g) ?? [],
      ([, name]) => name,
    );
  const closedInVendor = requestsOf('vendor').flatMap(({ member, keyword }) => (keyword === 'enum' ? [member] : []));
  const expected = (isOpen: boolean) =>
    [...new Set(closedInVendor)].filter((member) => defined.get(member)?.isOpen === isOpen).toSorted();
  expect([listOf('open').toSorted(), listOf('closed').toSorted()]).toEqual([expected(true), expected(false)]);
});
