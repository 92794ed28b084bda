/** Checks of one schema for the tests of the contracts. */
import { expect } from 'vitest';
import type * as z from 'zod';
import { errorMessage } from '../../../lib/contracts/schema/messages.ts';

/** Lists the issues as `path: message`; elements of arrays by their index. */
export function failuresOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: errorMessage });
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
}

/** Returns a copy with the member at a path such as `properties.outputs.0.name` replaced, or removed if undefined. */
export function withMember<Value>(value: Value, at: string, member: unknown): Value {
  const copy = structuredClone(value);
  const names = at.split('.');
  const last = names.pop() as string;
  const parent = names.reduce(
    (object, name) => object[name] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (member === undefined) delete parent[last];
  else parent[last] = member;
  return copy;
}

/** A rule on one member: accepted values, refused values and their message. */
export interface Rule {
  readonly at: string;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
  readonly message: string;
  /** The member of a map: not null, though it may be absent. */
  readonly inMap?: true;
}

/**
 * Expects the rule to be the only issue when the member of an otherwise valid value breaks it. Where null may stand for an absent
 * member, it is accepted even if the rule lists it as refused.
 */
export function expectRule(schema: z.ZodType, valid: unknown, { at, accepted, refused, message, inMap }: Rule): void {
  for (const member of accepted) expect(failuresOf(schema, withMember(valid, at, member))).toEqual([]);
  const isOptional = !inMap && failuresOf(schema, withMember(valid, at, undefined)).length === 0;
  for (const member of refused) {
    if (member === null && isOptional) expect(failuresOf(schema, withMember(valid, at, null))).toEqual([]);
    else expect(failuresOf(schema, withMember(valid, at, member))).toEqual([`${at}: ${message}`]);
  }
}

/** Expects a closed list: each of the values passes, others and other spellings do not. */
export function expectClosedList(schema: z.ZodType, valid: unknown, at: string, values: readonly string[]): void {
  const message = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
  expectRule(schema, valid, { at, accepted: values, refused: ['Other', `${values[0]} `, '', 5, null], message });
}

const TYPES = {
  string: { accepted: ['text', ''], refused: [5, true, null, {}], message: 'must be a string' },
  'string, not empty': { accepted: ['text'], refused: [''], message: 'must not be empty' },
  boolean: { accepted: [true, false], refused: ['true', 0, null], message: 'must be true or false' },
  number: {
    accepted: [0, 1.5, -3],
    refused: ['1.5', null, Number.POSITIVE_INFINITY],
    message: 'must be a number',
  },
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
  'string[]': { accepted: [[], ['one', 'two']], refused: ['one', {}], message: 'must be an array' },
  object: { accepted: [{}], refused: ['text', 5, []], message: 'must be an object' },
} as const;

export type TypeName = keyof typeof TYPES;

/** Expects a member to have the type; in a response, null means absent. */
export function expectType(schema: z.ZodType, valid: unknown, at: string, type: TypeName, nullable = false): void {
  const { accepted, refused, message } = TYPES[type];
  const isRefused = (value: unknown) => !(nullable && value === null);
  expectRule(schema, valid, {
    at,
    accepted: nullable ? [...accepted, null] : accepted,
    refused: refused.filter(isRefused),
    message,
  });
}
