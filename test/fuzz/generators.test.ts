import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { fromSchema } from './engine/from-schema.ts';
import { depthOf, listValues, readTree, withoutMembers, writeTree } from './engine/json-tree.ts';
import { toContent, toSpoiltContent } from './engine/spoil-json.ts';

const schemas = Object.values(PROFILES).flatMap((profile) =>
  operations.flatMap((definition) => {
    const { name, request, responses } = compileOperation(definition, profile);
    const parts = { params: request.params, query: request.query, body: request.body, ...responses };
    return Object.entries(parts).flatMap(([part, schema]) =>
      schema ? [{ what: `${profile.name} ${name} ${part}`, schema }] : [],
    );
  }),
);

describe('what the fuzz is made of', () => {
  it.each(schemas)('$what: every value made from the schema is one that it takes', ({ schema }) => {
    const refused = fc
      .sample(fromSchema(schema), { numRuns: 50, seed: 1 })
      .filter((value) => !z.safeParse(schema, value).success);
    expect(refused).toEqual([]);
  });

  it('a document written in another way means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const due = JSON.parse(JSON.stringify(value));
        for (const content of fc.sample(toContent(fc.constant(value)), { numRuns: 5, seed: 1 }))
          expect(JSON.parse(String(content))).toEqual(due);
      }),
      { numRuns: 200 },
    );
  });

  it('a spoilt document differs from the one it was made of, mostly', () => {
    const document = { a: 1, b: ['x', { c: null }] };
    const spoilt = fc.sample(toSpoiltContent(fc.constant(document)), { numRuns: 200, seed: 1 }).map(String);
    expect(spoilt.filter((text) => text === JSON.stringify(document)).length).toBeLessThan(40);
    expect(new Set(spoilt).size).toBeGreaterThan(150);
  });

  it('a tree keeps numbers and strings as they are written, and drops blanks', () => {
    const text = ' { "a" : 1.10 , "\\u0062" : [ "\\/" , -0 , 1E5 , { } ] } ';
    expect(writeTree(readTree(text))).toBe('{"a":1.10,"\\u0062":["\\/",-0,1E5,{}]}');
    expect(depthOf(text)).toBe(3);
    expect(listValues(readTree(text))).toHaveLength(7);
    const cut = withoutMembers(readTree(text), (name, path) => name === 'b' && path.join('/') === 'b');
    expect(writeTree(cut)).toBe('{"a":1.10}');
  });
});
