import * as z from 'zod';
import { eventTrackingId, HealthEvent } from '../lib/contracts/health-event.ts';
import { managementWord } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';

/** Returns an event with the texts that lists withhold. The managed identity may read them for every caller, so the role is its own. */
export const fetchHealthEventDetails = defineOperation({
  name: 'fetchHealthEventDetails',
  summary: 'Read a sensitive health event of a subscription',
  source: 'R-10',
  method: 'POST',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
  access: { role: 'HealthEvents.ReadSensitive' },
  request: { params: z.object({ subscriptionId: managementWord, eventTrackingId }), apiVersions: ['2025-05-01'] },
  upstream: 'arm',
  timeoutMs: 8_000,
  attempts: { max: 3, timeoutMs: 3_000, idempotency: 'safe' },
  quota: 'write',
  responses: { 200: HealthEvent },
  errors: 'healthEvent',
  readsSensitiveText: true,
});
