import { describe } from 'vitest';
import { testSensitiveEvents } from '../support/sensitive-event-tests.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft', expectedAlerts: ['upstream_drift'] });

describe('C-55 the texts of sensitive events in the profile microsoft', () => testSensitiveEvents(stack, 'microsoft'));
