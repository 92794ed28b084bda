import { describeNamedResources } from '../support/named-resources.ts';
import { startStack } from '../support/stack.ts';

describeNamedResources(await startStack(), (request) => request);
