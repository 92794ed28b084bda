/** The health events of the emulated cloud: every type, subtype, source, status and level of spec 1, Health event. */
import { createHash } from 'node:crypto';
import { resources, tenants } from '../../seed.ts';
import type { EventImpact, EventSubType, HealthEvent, HealthEventProperties } from '../entities.ts';
import { lexical } from '../json.ts';

const computeGuid = '51000000-0000-4000-8000-000000000001';
const sqlGuid = '51000000-0000-4000-8000-000000000002';
const billingGuid = '51000000-0000-4000-8000-000000000003';

/** What most events have in common; each event below states the rest. */
const common = {
  eventSource: 'ServiceHealth',
  isHIR: false,
  platformInitiated: true,
  enableMicrosoftSupport: true,
  enableChatWithUs: false,
} as const;

function impact(
  impactedService: string,
  impactedServiceGuid: string,
  impactedRegion: string,
  status: 'Active' | 'Resolved',
  updates: readonly [updateDateTime: string, summary: string][] = [],
): EventImpact {
  const lastUpdateTime = updates[0]?.[0] ?? '2026-11-02T09:00:00Z';
  return {
    impactedService,
    impactedServiceGuid,
    impactedRegions: [
      {
        impactedRegion,
        status,
        impactedTenants: [tenants.contoso],
        lastUpdateTime,
        updates: updates.map(([updateDateTime, summary]) => ({ summary, updateDateTime, eventTags: [] })),
      },
    ],
  };
}

const serviceIssues: readonly HealthEvent[] = [
  {
    name: 'VMW5-9QG',
    createdByType: 'Application',
    properties: {
      ...common,
      eventType: 'ServiceIssue',
      status: 'Active',
      eventLevel: 'Critical',
      level: 'Critical',
      title: 'Virtual machines unreachable in West Europe',
      summary: 'Virtual machines in one zone do not answer on the network.',
      description: 'A cooling unit failed at 06:10 UTC. Racks in one zone were switched off to protect the hardware.',
      header: 'Your service might have been impacted by a service issue',
      article: { articleContent: '<p>Cooling unit failure</p>', articleId: 'VMW5-9QG_1', parameters: { zone: '2' } },
      links: [
        {
          type: 'Button',
          displayText: { value: 'See impacted resources', localizedValue: 'See impacted resources' },
          extensionName: 'Health_Extension',
          bladeName: 'ImpactedResources',
          parameters: { trackingId: 'VMW5-9QG' },
        },
        {
          type: 'Hyperlink',
          displayText: { value: 'Support', localizedValue: 'Support' },
          extensionName: 'Support_Extension',
          bladeName: 'NewRequest',
          parameters: {},
        },
      ],
      impact: [
        impact('Virtual Machines', computeGuid, 'West Europe', 'Active', [
          ['2026-11-19T08:30:00Z', 'Half of the racks are back.'],
          ['2026-11-19T06:45:00Z', 'We are looking into it.'],
        ]),
        impact('SQL Database', sqlGuid, 'West Europe', 'Active', [['2026-11-19T07:00:00Z', 'Failing over.']]),
      ],
      eventTags: ['Action Recommended'],
      recommendedActions: {
        message: 'Move to another zone',
        actions: [
          { groupId: 1, actionText: 'Start a replica in zone 1 or 3.' },
          { groupId: 1, actionText: 'Point the load balancer at it.' },
        ],
        localeCode: 'en',
      },
      faqs: [{ question: 'Is my data safe?', answer: 'Yes: the disks are not affected.', localeCode: 'en' }],
      additionalInformation: { message: 'The next update follows within two hours.' },
      isHIR: true,
      hirStage: 'active',
      priority: 0,
      impactStartTime: '2026-11-19T06:10:00Z',
      lastUpdateTime: '2026-11-19T08:30:00Z',
      impactType: 'Unavailable',
      externalIncidentId: '412773001',
      reason: 'Facility',
    },
  },
  {
    name: 'BT_1-5F8',
    createdByType: 'ManagedIdentity',
    properties: {
      ...common,
      eventSource: 'ResourceHealth',
      eventType: 'ServiceIssue',
      status: 'Resolved',
      eventLevel: 'Error',
      level: 'Warning',
      title: 'Slow logins to SQL databases',
      summary: 'Logins took up to 30 seconds.',
      impact: [impact('SQL Database', sqlGuid, 'North Europe', 'Resolved')],
      eventTags: ['Preliminary PIR'],
      platformInitiated: false,
      priority: 7,
      impactStartTime: '2026-10-02T14:00:00Z',
      impactMitigationTime: '2026-10-02T16:30:00Z',
      lastUpdateTime: '2026-10-03T09:00:00Z',
      duration: 9000,
      impactType: 'Degraded',
    },
  },
  {
    name: '3LWM-7Z0',
    createdByType: 'Key',
    properties: {
      ...common,
      eventType: 'ServiceIssue',
      status: 'Resolved',
      eventLevel: 'Warning',
      title: 'Alerts sent twice',
      summary: 'The alert was a false positive.',
      impact: [impact('Alerts & Metrics', billingGuid, 'West US', 'Resolved')],
      eventTags: ['False Positive'],
      priority: 9,
      impactStartTime: '2026-09-11T01:00:00Z',
      impactMitigationTime: '2026-09-11T01:20:00Z',
      lastUpdateTime: '2026-09-11T02:00:00Z',
      duration: 1200,
    },
  },
];

const notices: readonly HealthEvent[] = [
  {
    name: 'VKNH-1DZ',
    createdByType: 'Application',
    properties: {
      ...common,
      eventType: 'PlannedMaintenance',
      status: 'Active',
      eventLevel: 'Warning',
      title: 'Host updates in West Europe',
      summary: 'Virtual machines restart once between 22:00 and 04:00 UTC.',
      impact: [impact('Virtual Machines', computeGuid, 'West Europe', 'Active')],
      priority: 12,
      impactStartTime: '2026-12-01T22:00:00Z',
      lastUpdateTime: '2026-11-12T10:00:00Z',
      duration: 21_600,
    },
  },
  {
    name: 'GLQ2-TR8',
    createdByType: 'User',
    properties: {
      ...common,
      eventType: 'PlannedMaintenance',
      status: 'Resolved',
      eventLevel: 'Informational',
      title: 'Network update finished',
      summary: 'No restart was needed.',
      impact: [impact('Network Infrastructure', computeGuid, 'Global', 'Resolved')],
      priority: 15,
      impactStartTime: '2026-09-01T22:00:00Z',
      impactMitigationTime: '2026-09-02T01:00:00Z',
      lastUpdateTime: '2026-09-02T01:00:00Z',
    },
  },
  {
    name: '0NXV-RC0',
    createdByType: 'User',
    properties: {
      ...common,
      eventType: 'HealthAdvisory',
      eventSubType: 'Retirement',
      status: 'Active',
      eventLevel: 'Informational',
      title: 'TLS 1.0 and 1.1 are retired on 31 March 2027',
      summary: 'Move clients to TLS 1.2 or later.',
      impact: [impact('SQL Database', sqlGuid, 'Global', 'Active')],
      eventTags: ['Action Recommended'],
      priority: 18,
      impactStartTime: '2026-01-17T00:00:00Z',
      lastUpdateTime: '2026-10-30T12:00:00Z',
    },
  },
  {
    name: 'FTVR-LD0',
    createdByType: 'Application',
    properties: {
      ...common,
      eventType: 'RCA',
      status: 'Resolved',
      eventLevel: 'Error',
      title: 'Review of the identity incident of 4 August',
      summary: 'A certificate was rolled too early.',
      description: 'Root cause: the clock of one signing host ran eleven minutes ahead.',
      impact: [impact('Identity', billingGuid, 'Global', 'Resolved')],
      eventTags: ['Final PIR'],
      priority: 8,
      impactStartTime: '2026-08-04T10:00:00Z',
      impactMitigationTime: '2026-08-04T11:05:00Z',
      lastUpdateTime: '2026-08-18T10:00:00Z',
      duration: 3900,
    },
  },
  {
    name: 'EMG1-0A2',
    createdByType: 'Application',
    properties: {
      ...common,
      eventType: 'EmergingIssues',
      status: 'Active',
      eventLevel: 'Warning',
      title: 'Emerging issue: portal sign-in',
      summary: 'Some sign-ins to the portal need a second try.',
      impact: [impact('Portal', billingGuid, 'Global', 'Active')],
      priority: 3,
      impactStartTime: '2026-11-20T17:40:00Z',
      lastUpdateTime: '2026-11-20T18:10:00Z',
    },
  },
  {
    name: 'SEC7-QX4',
    createdByType: 'Application',
    properties: {
      ...common,
      eventType: 'SecurityAdvisory',
      eventSubType: 'UnauthorizedPartyAbuse',
      status: 'Active',
      eventLevel: 'Critical',
      level: 'Critical',
      title: 'Unusual use of a virtual machine',
      summary: 'SENSITIVE: vm-web was used for mining.',
      description: 'SENSITIVE: the administrator password of vm-web was guessed.',
      impact: [
        impact('Virtual Machines', computeGuid, 'West Europe', 'Active', [
          ['2026-11-18T11:00:00Z', 'SENSITIVE: traffic to 203.0.113.7 was blocked.'],
        ]),
      ],
      isEventSensitive: true,
      priority: 1,
      impactStartTime: '2026-11-18T03:00:00Z',
      lastUpdateTime: '2026-11-18T11:00:00Z',
    },
  },
  {
    name: 'SEC2-8MM',
    createdByType: 'User',
    properties: {
      ...common,
      eventType: 'SecurityAdvisory',
      status: 'Resolved',
      eventLevel: 'Informational',
      title: 'Patched: remote code execution in the guest agent',
      summary: 'The guest agent was updated everywhere.',
      impact: [impact('Virtual Machines', computeGuid, 'Global', 'Resolved')],
      isEventSensitive: false,
      priority: 22,
      impactStartTime: '2026-07-01T00:00:00Z',
      impactMitigationTime: '2026-07-03T00:00:00Z',
      lastUpdateTime: '2026-07-03T00:00:00Z',
    },
  },
];

/** Spec 1, Health event: billing members; rates are doubles whose spelling a relay has to keep. */
const billingNotices: readonly [name: string, eventSubType: EventSubType, title: string, rates?: [string, string]][] = [
  ['BIL0-FX1', 'ForeignExchangeRateChange', 'New exchange rate', ['1.10', '1.0850']],
  ['BIL0-UN2', 'Underbilling', 'Bandwidth was billed too low'],
  ['BIL0-OV3', 'Overbilling', 'Storage was billed twice', ['0.20', '0.10']],
  ['BIL0-PR4', 'PriceChanges', 'Virtual machines cost less', ['0.096', '0.0910']],
  ['BIL0-TX5', 'TaxChanges', 'Value added tax changes', ['19', '19.50']],
  ['BIL0-MT6', 'MeterIDChanges', 'Meters are renamed'],
];

const billing: readonly HealthEvent[] = billingNotices.map(([name, eventSubType, title, rates], index) => ({
  name,
  createdByType: 'Application',
  properties: {
    ...common,
    eventType: 'Billing',
    eventSubType,
    status: index % 2 === 0 ? 'Active' : 'Resolved',
    eventLevel: 'Informational',
    title,
    summary: `${title}.`,
    impact: [impact('Billing', billingGuid, 'Global', index % 2 === 0 ? 'Active' : 'Resolved')],
    priority: 20,
    impactStartTime: `2026-06-0${index + 1}T00:00:00Z`,
    lastUpdateTime: `2026-06-1${index}T00:00:00Z`,
    billingId: `B-2026-${index + 1}`,
    currencyType: 'EUR',
    ...(rates && { oldRate: lexical(rates[0]), newRate: lexical(rates[1]) }),
  } satisfies HealthEventProperties,
}));

const catalogue = [...serviceIssues, ...notices, ...billing];
/** Under the names of either cloud. */
const busyResources: readonly string[] = Object.values(resources).map((id) =>
  id.toLowerCase().replace('/vendor.', '/'),
);

/** The events of a resource: the whole catalogue for the seeded ones, else three to eight that its id alone decides. */
export function seedHealthEvents(resourceKey: string): readonly HealthEvent[] {
  if (busyResources.includes(resourceKey.replace(/\/(?:vendor|microsoft)\./, '/'))) return catalogue;
  const [first = 0, second = 0] = createHash('sha256').update(resourceKey).digest();
  const start = first % catalogue.length;
  const rotated = [...catalogue.slice(start), ...catalogue.slice(0, start)];
  return rotated.slice(0, 3 + (second % 6));
}
