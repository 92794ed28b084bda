import { unlimited } from '../support/abuse.ts';
import { createFastClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import { testEchoes, testRefusals } from './sent-credentials.ts';

const stack = await startStack({
  settings: unlimited,
  clock: createFastClock(1),
  expectedAlerts: ['upstream_auth', 'refresh_failed'],
});
const toVendor = (path: string) => path;

testEchoes(stack, toVendor);
testRefusals(stack, toVendor);
