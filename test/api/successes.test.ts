import { startStack } from '../support/stack.ts';
import { testSuccesses } from '../support/success-tests.ts';

testSuccesses(await startStack({ profile: 'vendor', expectedAlerts: ['upstream_drift'] }), 'vendor');
