import { unlimited } from '../support/abuse.ts';
import { createFastClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import { testEchoes, testRefusals } from './sent-credentials.ts';

const stack = await startStack({
  profile: 'microsoft',
  settings: unlimited,
  clock: createFastClock(1),
  expectedAlerts: ['upstream_auth', 'refresh_failed'],
});
const toMicrosoft = (path: string) =>
  path
    .replaceAll('/Vendor.', '/Microsoft.')
    .replace('/vendor-docs/', '/documentintelligence/')
    .replace(/^\/solutions/, '/v1.0/solutions')
    .replace(/^\/companies/, '/v2.0/companies');

testEchoes(stack, toMicrosoft);
testRefusals(stack, toMicrosoft);
