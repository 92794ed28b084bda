/** The emulated health events: every type, subtype, source, status and level of docs/specification.md#health-event. */
import { createHash } from 'node:crypto';
import { resources, subscriptions } from '../../seed.ts';
import type { HealthEvent } from '../entities.ts';
import { lexical } from '../json.ts';
import { event, impact } from './health-event.ts';
import { notices } from './health-notices.ts';

/** Billing events (S1-48, S1-49). Rates are doubles whose spelling a gateway must keep. */
const billingNotices: readonly [name: string, eventSubType: string, title: string, rates?: [string, string]][] = [
  ['BIL0-FX1', 'ForeignExchangeRateChange', 'New exchange rate', ['1.10', '1.0850']],
  ['BIL0-UN2', 'Underbilling', 'Bandwidth was billed too low'],
  ['BIL0-OV3', 'Overbilling', 'Storage was billed twice', ['0.20', '0.10']],
  ['BIL0-PR4', 'PriceChanges', 'Virtual machines cost less', ['0.096', '0.0910']],
  ['BIL0-TX5', 'TaxChanges', 'Value added tax changes', ['19', '19.50']],
  ['BIL0-MT6', 'MeterIDChanges', 'Meters are renamed'],
];

const billing = billingNotices.map(([name, eventSubType, title, rates], index) => {
  const status = index % 2 === 0 ? 'Active' : 'Resolved';
  const summary = `${title}.`;
  return event([name], ['Billing', eventSubType], [status, 'Informational'], {
    title,
    summary,
    impact: [impact('Billing', 'Global', status)],
    priority: 20,
    impactStartTime: `2026-06-0${index + 1}T00:00:00Z`,
    lastUpdateTime: `2026-06-1${index}T00:00:00Z`,
    billingId: `B-2026-${index + 1}`,
    currencyType: 'EUR',
    ...(rates && { oldRate: lexical(rates[0]), newRate: lexical(rates[1]) }),
  });
});

const catalogue = [...notices, ...billing];

/** Lower-case, without the namespace that differs by profile. */
const seededResources: readonly string[] = Object.values(resources).map((id) =>
  id.toLowerCase().replace('/vendor.', '/'),
);

/** Returns the whole catalogue for Contoso's subscription, otherwise events chosen by a hash of its id. */
export function seedSubscriptionEvents(subscriptionId: string): readonly HealthEvent[] {
  return subscriptionId.toLowerCase() === subscriptions.contoso ? catalogue : seedHealthEvents(subscriptionId);
}

/** Returns the whole catalogue for a seeded resource, otherwise three to eight events chosen by a hash of the id. */
export function seedHealthEvents(resourceKey: string): readonly HealthEvent[] {
  if (seededResources.includes(resourceKey.replace(/\/(?:vendor|microsoft)\./, '/'))) return catalogue;
  const [first = 0, second = 0] = createHash('sha256').update(resourceKey).digest();
  const start = first % catalogue.length;
  const rotated = [...catalogue.slice(start), ...catalogue.slice(0, start)];
  return rotated.slice(0, 3 + (second % 6));
}
