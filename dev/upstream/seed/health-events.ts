/** The emulated health events: every type, subtype, source, status and level of docs/specification.md#health-event. */
import { createHash } from 'node:crypto';
import { managed, resources, subscriptions } from '../../seed.ts';
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

const history = notices.filter(({ properties }) => properties.status === 'Resolved');
const planned = notices.filter(({ properties }) => properties.eventType === 'PlannedMaintenance');

/** The events of the seeded resources, by lower-case id without the namespace that differs by profile. */
const stories = new Map<string, readonly HealthEvent[]>(
  (
    [
      [resources.virtualMachine, catalogue],
      [resources.healthyMachine, history],
      [resources.database, [...new Set([...planned, ...history])]],
      [`${resources.virtualMachine.split('/Vendor.')[0]}/Vendor.ApiManagement/service/${managed.service}`, history],
    ] as const
  ).map(([id, events]) => [toKey(id.toLowerCase()), events]),
);

function toKey(resourceId: string): string {
  return resourceId.replace(/\/(?:vendor|microsoft)\./, '/');
}

/** Returns the whole catalogue for Contoso's subscription, otherwise events chosen by a hash of its id. */
export function seedSubscriptionEvents(subscriptionId: string): readonly HealthEvent[] {
  return subscriptionId.toLowerCase() === subscriptions.contoso ? catalogue : chooseEvents(subscriptionId);
}

/** Returns a seeded resource's events. Takes the id in lower case. */
export function seedHealthEvents(resourceId: string): readonly HealthEvent[] {
  return stories.get(toKey(resourceId)) ?? chooseEvents(resourceId);
}

/** Returns three to eight events, chosen by a hash. */
function chooseEvents(key: string): readonly HealthEvent[] {
  const [first = 0, second = 0] = createHash('sha256').update(key).digest();
  const start = first % catalogue.length;
  const rotated = [...catalogue.slice(start), ...catalogue.slice(0, start)];
  return rotated.slice(0, 3 + (second % 6));
}
