import { describeNamedResources } from '../support/named-resources.ts';
import { startStack } from '../support/stack.ts';

describeNamedResources(await startStack({ profile: 'microsoft' }), (request) => ({
  ...request,
  template: request.template.replaceAll('/Vendor.', '/Microsoft.'),
}));
