import { testRefusals } from '../support/refusal-tests.ts';
import { startStack } from '../support/stack.ts';

testRefusals(await startStack({ profile: 'vendor', expectedAlerts: ['upstream_auth', 'upstream_drift'] }), 'vendor');
