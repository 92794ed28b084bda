/** The tables of the contracts' tests: which members of a body are accepted, and with what message others are refused. */
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { errorMessage } from '../../../lib/contracts/schema/messages.ts';
import { RULE_ID } from '../../../tools/conformance.ts';

/** Lists the issues as `path: message`; elements of arrays by their index. */
export function failuresOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: errorMessage });
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
}

/** Returns a copy with the member at a path such as `properties.outputs.0.name` replaced, or removed if undefined; adds what is above it. */
export function withMember<Value>(value: Value, at: string, member: unknown): Value {
  const copy = structuredClone(value);
  const names = at.split('.');
  const last = names.pop() as string;
  let parent = copy as Record<string, unknown>;
  for (const [index, name] of names.entries()) {
    parent[name] ??= /^\d+$/.test(names[index + 1] ?? last) ? [] : {};
    parent = parent[name] as Record<string, unknown>;
  }
  if (member === undefined) delete parent[last];
  else parent[last] = member;
  return copy;
}

const TYPES = {
  string: { accepted: ['text', ''], refused: [5, true, null, {}], message: 'must be a string' },
  'string, not empty': { accepted: ['text'], refused: [''], message: 'must not be empty' },
  boolean: { accepted: [true, false], refused: ['true', 0, null], message: 'must be true or false' },
  number: { accepted: [0, 1.5, -3], refused: ['1.5', null, Number.POSITIVE_INFINITY], message: 'must be a number' },
  int32: {
    accepted: [0, -(2 ** 31), 2 ** 31 - 1],
    refused: [1.5, '5', null, 2 ** 31, -(2 ** 31) - 1, Number.POSITIVE_INFINITY],
    message: 'must be an integer between -2147483648 and 2147483647',
  },
  'date-time': {
    accepted: ['2026-02-28T10:20:30Z', '2026-02-28T10:20:30.1234567+02:00', '2026-02-28T10:20:30', '2026-02-28T10:20Z'],
    refused: ['2026-02-28', '2026-02-30T10:20:30Z', 'yesterday', '2026-02-28 10:20:30Z', ''],
    message: 'must be an ISO 8601 date-time',
  },
  guid: {
    accepted: ['00000000-0000-0000-0000-000000000000', 'D6B0A6A5-8C1F-4E0B-9F4E-0123456789AB'],
    refused: ['d6b0a6a5', '{d6b0a6a5-8c1f-4e0b-9f4e-0123456789ab}', ''],
    message: 'must be a GUID',
  },
  array: { accepted: [[]], refused: ['one', {}], message: 'must be an array' },
  'string[]': { accepted: [[], ['one', 'two']], refused: ['one', {}], message: 'must be an array' },
  object: { accepted: [{}], refused: ['text', 5, []], message: 'must be an object' },
} as const;

/** The sentence, what it concerns, and at most three of its rules. */
function toTitle(sentence: string, rules: string): string {
  const ids = rules.match(new RegExp(RULE_ID, 'g')) ?? [];
  const subject = rules.replace(new RegExp(`^(?:${RULE_ID}(?:, )?)*`), '').trim();
  const named = ids.length > 0 ? ` (${ids.slice(0, 3).join(', ')})` : '';
  return `${subject ? `${subject}: ` : ''}${sentence}${named}`;
}

type Rule = readonly [accepted: readonly unknown[], refused: readonly unknown[], message: string];

/**
 * Tests members below `under` of an otherwise valid body; paths are separated by blanks. A refused value is the only issue; null
 * is accepted where the member may be absent, even if it is listed as refused.
 */
export function membersOf(schema: z.ZodType, valid: unknown, under = '') {
  const toPath = (name: string) => [under, name].filter(Boolean).join('.');
  const listPaths = (names: string) => names.split(/\s+/).filter(Boolean).map(toPath);

  function testRule(rules: string, at: string, [accepted, refused, message]: Rule): void {
    it(toTitle(`${at} ${message}`, rules), () => {
      for (const member of accepted) expect(failuresOf(schema, withMember(valid, at, member))).toEqual([]);
      const isOptional = !/\.\d+$/.test(at) && failuresOf(schema, withMember(valid, at, undefined)).length === 0;
      for (const member of refused) {
        const expected = member === null && isOptional ? [] : [`${at}: ${message}`];
        expect(failuresOf(schema, withMember(valid, at, member)), JSON.stringify(member)).toEqual(expected);
      }
    });
  }

  return {
    types(rules: string, types: Readonly<Partial<Record<keyof typeof TYPES, string>>>): void {
      for (const [type, names] of Object.entries(types) as [keyof typeof TYPES, string][]) {
        const { accepted, refused, message } = TYPES[type];
        for (const at of listPaths(names)) testRule(rules, at, [accepted, refused, message]);
      }
    },
    /** Closed lists: other values and other spellings are refused. */
    lists(rules: string, lists: Readonly<Record<string, readonly string[]>>): void {
      for (const [name, values] of Object.entries(lists)) {
        const message = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
        testRule(rules, toPath(name), [values, ['Other', `${values[0]} `, '', 5, null], message]);
      }
    },
    rule(rules: string, name: string, ...rule: Rule): void {
      testRule(rules, toPath(name), rule);
    },
    required(rules: string, names: string): void {
      it.each(listPaths(names))(toTitle('%s is required', rules), (at) => {
        expect(failuresOf(schema, withMember(valid, at, undefined))).toEqual([`${at}: is required`]);
      });
    },
  };
}

type BodyRow = readonly [title: string, schema: z.ZodType, body: unknown, ...failures: string[]];

/** Tests whole bodies; one without failures passes unchanged. */
export function testBodies(rows: readonly BodyRow[]): void {
  for (const [title, schema, body, ...failures] of rows)
    it(title, () => {
      expect(failuresOf(schema, body)).toEqual(failures);
      if (failures.length === 0) expect(schema.parse(body)).toEqual(body);
    });
}
