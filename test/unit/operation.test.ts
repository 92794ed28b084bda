import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineOperation } from '../../lib/operation.ts';

const common = {
  name: 'readThing',
  summary: 'Read a thing',
  source: 'none',
  method: 'GET',
  access: { role: 'Items.Read' },
  upstream: 'businessData',
  timeoutMs: 1_000,
  attempts: { max: 1, timeoutMs: 1_000, idempotency: 'safe' },
  responses: { 200: z.looseObject({}) },
  errors: 'businessData',
} as const;

it('a definition is returned as it is', () => {
  const definition = { ...common, path: '/things/{id}', request: { params: z.object({ id: z.string() }) } } as const;
  expect(defineOperation(definition)).toBe(definition);
});

it('a path parameter that is not declared does not compile', () => {
  const declared = defineOperation({ ...common, path: '/things', request: { params: z.object({}) } });
  // @ts-expect-error: `id` is not declared.
  const undeclared = defineOperation({ ...common, path: '/things/{id}', request: { params: z.object({}) } });
  expect([declared.path, undeclared.path]).toEqual(['/things', '/things/{id}']);
});
