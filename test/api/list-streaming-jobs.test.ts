import { expect, it } from 'vitest';
import { resourceGroup } from '../../dev/seed.ts';
import { streamingJobList } from '../../tools/openapi/contracts/management.ts';
import { subscription, testList } from '../support/list-tests.ts';
import { startStack } from '../support/stack.ts';
import { VENDOR } from '../support/streaming-jobs.ts';

const stack = await startStack();
const path = `${subscription}/resourcegroups/${resourceGroup}/providers/Vendor.StreamAnalytics/streamingjobs?api-version=2020-03-01`;
const get = (query = '') => stack.send('GET', path + query);

testList(stack, {
  rule: 'R-15',
  path,
  schema: streamingJobList(VENDOR),
  page: { size: 1, count: 2, total: 2 },
  invalid: ['$expand', ['clusters', '']],
  toOther: (link) => link.replace(`/${resourceGroup}/`, '/rg-other/'),
});

it('R-15 jobs have the parts that $expand names, without secrets; their tags stay', async () => {
  const job = {
    id: '/x',
    name: 'clicks',
    tags: { password: 'a word of the caller' },
    properties: { outputs: [{ properties: { datasource: { properties: { password: 'leaked', user: 'u' } } } }] },
  };
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value: [job] } } });
  const { status, text, json } = await get('&$expand=outputs');
  expect(status).toBe(200);
  expect(text).not.toContain('leaked');
  expect(json.value[0]).toMatchObject({
    tags: job.tags,
    properties: { outputs: [{ properties: { datasource: {} } }] },
  });
  expect((await stack.upstream.calls()).at(-1)?.path).toContain('$expand=outputs');
});

it('R-15 the parts that $expand does not name are absent', async () => {
  const [job] = (await get()).json.value;
  expect(job.properties).not.toHaveProperty('inputs');
  expect((await get('&$expand=inputs')).json.value[0].properties).toHaveProperty('inputs');
});
