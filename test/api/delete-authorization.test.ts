import { expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { buildAuthorizationPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const path = buildAuthorizationPath({ authorizationId: managed.authorizations.connected });
const remove = (ifMatch?: string) =>
  stack.send('DELETE', path, { headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

it('R-05 deletes the authorization that the ETag names, and it is gone', async () => {
  const { headers } = await stack.send('GET', path);
  const { status, text } = await remove(headers['etag']);
  expect([status, text]).toEqual([200, '']);
  expect((await stack.send('GET', path)).status).toBe(404);
  expect((await remove('*')).status).toBe(204);
});

it('R-05 requires If-Match, and sends nothing without it', async () => {
  const { status, headers, json } = await remove();
  expect([status, headers['x-frontdesk-outcome']]).toEqual([400, 'not-sent']);
  expect(json.error.details).toMatchObject([{ code: 'missing_parameter', target: 'if-match' }]);
  expect(await stack.upstream.calls()).toEqual([]);
});
