import { managementWord } from '../lib/contracts/path-values.ts';
import { text } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';

/** The tracking id of an event. No form is published; examples have letters, digits and `_`, `-`. */
const eventTrackingId = text(1, 128, /^[\w.-]+$/);

/** Returns an event with the texts that lists withhold. The managed identity may read them for every caller, so the role is its own. */
export const fetchHealthEventDetails = defineOperation({
  name: 'fetchHealthEventDetails',
  summary: 'Read a sensitive health event of a subscription',
  source: 'R-10',
  method: 'POST',
  effect: 'none',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
  access: { role: 'HealthEvents.ReadSensitive' },
  request: { params: { subscriptionId: managementWord, eventTrackingId }, apiVersions: ['2025-05-01'] },
  upstream: 'arm',
  responses: { 200: ['id', 'name', 'properties'] },
  errors: 'healthEvent',
  readsSensitiveText: true,
});
