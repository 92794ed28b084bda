import { testRefusals } from '../support/refusal-tests.ts';
import { startStack } from '../support/stack.ts';

testRefusals(
  await startStack({ profile: 'microsoft', expectedAlerts: ['upstream_auth', 'upstream_drift'] }),
  'microsoft',
);
