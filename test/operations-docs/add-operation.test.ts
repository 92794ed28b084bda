/** npm run add-operation: each reason against an operation, all of them at once, and what {scope} becomes. More in test/heavy. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { choose } from '../../tools/add-operation/choices.ts';
import { composeFiles } from '../../tools/add-operation/files.ts';
import { readDefinition } from '../../tools/add-operation/read-definition.ts';
import { REASONS, RefusedError } from '../../tools/add-operation/refusals.ts';
import { makeFolder } from '../support/folder.ts';

type Parts = Readonly<Record<string, unknown>>;

const file = join(makeFolder('add-operation-'), 'definition.json');
const members = (properties: Parts, others: Parts = {}) => ({
  200: { content: { 'application/json': { schema: { type: 'object', properties, ...others } } } },
});
const THING = members({ name: { type: 'string' } });
const inPath = (name: string, others: Parts = {}) => ({
  ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  ...others,
});
const WIDE = inPath('scope', { 'x-ms-skip-url-encoding': true });

/** Composes an operation of a definition that has nothing else. */
async function compose(path: string, method: string, operation: Parts, options: Parts = {}) {
  const own = { operationId: 'Things_Get', responses: THING, ...operation };
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.0.0', info: { title: 'Things', version: '1' }, paths: { [path]: { [method]: own } } }),
  );
  const published = await readDefinition(file, 'Things_Get', options['scope'] as string | undefined);
  return composeFiles(published, await choose(published, { upstream: 'documentModels', yes: true, ...options }));
}

const MORE = { 'x-ms-pageable': { nextLinkName: 'more' } };
const LIST = members({ value: { type: 'array', items: { type: 'object' } }, more: { type: 'string' } });
const TEXT = { 200: { content: { 'application/json': { schema: { type: 'array', items: {} } } } } };
const FORM = { content: { 'multipart/form-data': {} } };
const REQUIRED = [{ name: 'x-tenant', in: 'header', required: true, schema: { type: 'string' } }];
const MARKED = members({ special: { type: 'string', 'x-ms-secret': true } });
const EVENTS = '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/{kind}';

/** By reason: an operation, and what is said of it. */
const CASES: Readonly<
  Record<keyof typeof REASONS, readonly [path: string, method: string, operation: Parts, says: string, options?: Parts]>
> = {
  method: ['/things', 'head', {}, 'It is called by HEAD'],
  body: ['/things', 'post', { requestBody: FORM }, 'It takes multipart/form-data'],
  parameter: ['/things', 'get', { parameters: REQUIRED }, 'header x-tenant'],
  path: ['/things/{scope}/parts', 'get', { parameters: [WIDE] }, '/things/{scope}/parts'],
  route: [
    EVENTS,
    'get',
    { parameters: [inPath('subscriptionId'), inPath('kind')] },
    `${EVENTS.replace('Microsoft', 'Vendor')} and /subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events`,
  ],
  response: ['/things', 'get', { responses: TEXT }, '200 is a array'],
  pages: ['/things', 'get', { responses: LIST, ...MORE }, 'Its pages have more'],
  secret: ['/things', 'get', { responses: members({ password: { type: 'string' } }) }, 'It returns password'],
  'unknown secret': ['/things', 'get', { responses: MARKED }, 'It returns special', { secrets: 'redacted' }],
};

it.each(Object.entries(CASES))(
  'an operation is refused for its %s',
  async (reason, [path, method, operation, says, options]) => {
    const refusal = await compose(path, method, operation, options).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedError);
    expect((refusal as Error).message).toBe(
      `Things_Get is refused:\n  ${says}. ${REASONS[reason as keyof typeof REASONS]}`,
    );
  },
);

it('all reasons against an operation are said at once', async () => {
  const refusal = compose('/{scope}/things', 'post', { parameters: [WIDE, ...REQUIRED], requestBody: FORM });
  await expect(refusal).rejects.toThrow(/multipart.*\n.*x-tenant.*\n.*\{scope\}/);
});

it('--scope gives {scope} its segments', async () => {
  const options = { scope: '/subscriptions/{subscriptionId}', name: 'getThing' };
  const { files } = await compose('/{scope}/things/{id}', 'get', { parameters: [WIDE, inPath('id')] }, options);
  expect(files.get('functions/get-thing.ts')).toContain('path: "/subscriptions/{subscriptionId}/things/{id}"');
});

it('of a parameter, what no rule says is printed', async () => {
  const schema = { type: 'integer', minimum: 5, maximum: 9 };
  const parameters = [inPath('id', { schema }), { name: 'top', in: 'query', required: true, schema }];
  const { files, notes } = await compose('/things/{id}', 'get', { parameters }, { name: 'getThing' });
  expect(notes).toEqual([
    'id: not checked here: maximum: 9',
    'id: not checked here: minimum: 5',
    'top: not checked here: maximum: 9',
  ]);
  expect(files.get('functions/get-thing.ts')).toContain(String.raw`params: { id: pathValue.regex(/^-?\d+$/) }`);
});
