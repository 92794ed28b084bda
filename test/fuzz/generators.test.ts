import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { fromSchema } from './engine/from-schema.ts';
import { depthOf, listValues, readTree, withoutMembers, writeTree } from './engine/json-tree.ts';
import { toJson, toMutatedJson } from './engine/mutate-json.ts';

const schemas = Object.values(PROFILES).flatMap((profile) =>
  operations.flatMap((definition) => {
    const { name, request, responses } = compileOperation(definition, profile);
    const parts = { params: request.params, query: request.query, body: request.body, ...responses };
    return Object.entries(parts).flatMap(([part, schema]) =>
      schema ? [{ what: `${profile.name} ${name} ${part}`, schema }] : [],
    );
  }),
);

describe('generators', () => {
  it.each(schemas)('$what: every generated value is valid for the schema', ({ schema }) => {
    const refused = fc
      .sample(fromSchema(schema), { numRuns: 50, seed: 1 })
      .filter((value) => !z.safeParse(schema, value).success);
    expect(refused).toEqual([]);
  });

  it('a document in another notation has the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const expected = JSON.parse(JSON.stringify(value));
        for (const text of fc.sample(toJson(fc.constant(value)), { numRuns: 5, seed: 1 }))
          expect(JSON.parse(String(text))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('a mutated document mostly differs from the original', () => {
    const document = { a: 1, b: ['x', { c: null }] };
    const mutated = fc.sample(toMutatedJson(fc.constant(document)), { numRuns: 200, seed: 1 }).map(String);
    expect(mutated.filter((text) => text === JSON.stringify(document)).length).toBeLessThan(40);
    expect(new Set(mutated).size).toBeGreaterThan(150);
  });

  it('a tree keeps the notation of numbers and strings, and drops whitespace', () => {
    const text = ' { "a" : 1.10 , "\\u0062" : [ "\\/" , -0 , 1E5 , { } ] } ';
    expect(writeTree(readTree(text))).toBe('{"a":1.10,"\\u0062":["\\/",-0,1E5,{}]}');
    expect(depthOf(text)).toBe(3);
    expect(listValues(readTree(text))).toHaveLength(7);
    const cut = withoutMembers(readTree(text), (name, path) => name === 'b' && path.join('/') === 'b');
    expect(writeTree(cut)).toBe('{"a":1.10}');
  });
});
