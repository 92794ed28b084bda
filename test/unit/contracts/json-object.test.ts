import { expect, it } from 'vitest';
import { isJsonObject } from '../../../lib/contracts/json-object.ts';

it.each([{}, { a: 1 }, JSON.parse('{"__proto__":1}'), Object.create(null)])('accepts the object %j', (value) => {
  expect(isJsonObject(value)).toBe(true);
});

it.each([null, undefined, [], [{}], 'text', '', 0, true])('refuses %j', (value) => {
  expect(isJsonObject(value)).toBe(false);
});
