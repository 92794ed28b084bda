import { beforeEach } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { ApiDiagnosticList } from '../../tools/openapi/contracts/management.ts';
import { service, testList } from '../support/list-tests.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
const path = `${service}/apis/${managed.api}/diagnostics`;
const version = 'api-version=2024-05-01';
beforeEach(async () => {
  const { status } = await stack.send('PUT', `${path}/monitor?${version}`, {
    body: { properties: { loggerId: '/loggers/monitor' } },
  });
  if (status !== 201) throw new Error(`No diagnostic was created: ${status}.`);
});

testList(stack, {
  rule: 'R-14',
  path: `${path}?${version}`,
  schema: ApiDiagnosticList,
  page: { size: 1, count: 2, total: 2 },
  invalid: ['$skip', ['-1', 'x']],
  toOther: (link) => link.replace('/orders/', '/other/'),
});
