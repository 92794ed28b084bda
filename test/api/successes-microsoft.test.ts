import { startStack } from '../support/stack.ts';
import { testSuccesses } from '../support/success-tests.ts';

testSuccesses(await startStack({ profile: 'microsoft', expectedAlerts: ['upstream_drift'] }), 'microsoft');
