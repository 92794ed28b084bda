/** Health events. Source: docs/specification.md#health-event. */
import * as z from 'zod';
import { requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { dateTime, int32, stringList, valueMap } from '../../../lib/contracts/schema/scalars.ts';
import { response } from './response.ts';

const identityType = z.enum(['User', 'Application', 'ManagedIdentity', 'Key']);
const eventStatus = z.enum(['Active', 'Resolved']);

const systemData = response.object('SystemData', {
  createdAt: dateTime,
  createdBy: z.string(),
  createdByType: identityType,
  lastModifiedAt: dateTime,
  lastModifiedBy: z.string(),
  lastModifiedByType: identityType,
});

const link = response.object('HealthEventLink', {
  type: z.enum(['Button', 'Hyperlink']),
  displayText: response.inline({ value: z.string(), localizedValue: z.string() }),
  extensionName: z.string(),
  bladeName: z.string(),
  parameters: valueMap,
});

const impactedRegion = response.object('HealthEventRegion', {
  impactedRegion: z.string(),
  status: eventStatus,
  impactedSubscriptions: stringList,
  impactedTenants: stringList,
  lastUpdateTime: dateTime,
  updates: z
    .array(response.inline({ summary: z.string(), updateDateTime: dateTime, eventTags: stringList }))
    .describe('Absent for sensitive events.'),
});

const impact = response.object('HealthEventImpact', {
  impactedService: z.string(),
  impactedServiceGuid: z.string().describe('Permanent identifier of the service.'),
  impactedRegions: z.array(impactedRegion),
});

/** Kind and severity of the event. */
const classification = {
  eventType: z.enum([
    'ServiceIssue',
    'PlannedMaintenance',
    'HealthAdvisory',
    'RCA',
    'EmergingIssues',
    'SecurityAdvisory',
    'Billing',
  ]),
  eventSubType: z.enum([
    'Retirement',
    'ForeignExchangeRateChange',
    'Underbilling',
    'Overbilling',
    'PriceChanges',
    'TaxChanges',
    'MeterIDChanges',
    'UnauthorizedPartyAbuse',
  ]),
  eventSource: z.enum(['ResourceHealth', 'ServiceHealth']),
  status: eventStatus,
  eventLevel: z.enum(['Critical', 'Error', 'Warning', 'Informational']),
  level: z.enum(['Critical', 'Warning']).describe('Level of insight.'),
  eventTags: z.array(z.enum(['Action Recommended', 'False Positive', 'Preliminary PIR', 'Final PIR'])),
  isEventSensitive: z.boolean().describe('Whether the event may have data that only a details operation returns.'),
  isHIR: z.boolean().describe('Whether it is a high-incident-rate event.'),
  hirStage: z.string().describe('Stage of the high-incident-rate document.'),
  platformInitiated: z.boolean().describe('Whether the platform initiated it.'),
  priority: int32(0, 23).describe('0 is the highest.'),
};

/** Texts for people. */
const texts = {
  title: z.string(),
  summary: z.string().describe('Absent for sensitive events.'),
  description: z.string().describe('Summary, root cause and other details. Absent for sensitive events.'),
  header: z.string(),
  article: response.inline({ articleContent: z.string(), articleId: z.string(), parameters: valueMap }),
  links: z.array(link),
  recommendedActions: response.inline({
    message: z.string().describe('Title of the recommended actions.'),
    actions: z.array(response.inline({ groupId: int32(), actionText: z.string() })),
    localeCode: z.string(),
  }),
  faqs: z.array(response.inline({ question: z.string(), answer: z.string(), localeCode: z.string() })),
  additionalInformation: response.inline({ message: z.string() }),
  enableMicrosoftSupport: z.boolean().describe('Whether vendor support is offered for this event.'),
  enableChatWithUs: z.boolean().describe('Whether chat is offered for this event.'),
};

/** Impact, times and reason. */
const circumstances = {
  impact: z.array(impact),
  impactStartTime: dateTime,
  impactMitigationTime: dateTime,
  lastUpdateTime: dateTime,
  duration: int32().describe('Seconds.'),
  impactType: z.string(),
  externalIncidentId: z.string(),
  reason: z.string(),
  billingId: z.string(),
  currencyType: z.string(),
  oldRate: z.number(),
  newRate: z.number(),
};

export const HealthEvent = response.object(
  'HealthEvent',
  {
    id: requiredInResponse(z.string().describe('Fully qualified resource id.')),
    name: requiredInResponse(z.string().describe('Tracking id.')),
    type: z.string().describe('Resource type.'),
    systemData,
    properties: requiredInResponse(
      response.object('HealthEventProperties', { ...classification, ...texts, ...circumstances }),
    ),
  },
  { description: 'A service issue, a planned maintenance or an advisory.' },
);

export const HealthEventList = response.object(
  'HealthEventList',
  { value: requiredInResponse(z.array(HealthEvent)), nextLink: z.string().describe('URL of the next page.') },
  { description: 'A page of health events.' },
);
