import { testPreconditions } from '../support/precondition-tests.ts';
import { startStack } from '../support/stack.ts';

testPreconditions(await startStack({ profile: 'vendor' }), 'vendor');
