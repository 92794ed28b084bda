import { describe, expect, it } from 'vitest';
import { HealthEvent, HealthEventList } from '../../../tools/openapi/contracts/health-event.ts';
import { buildHealthEvent } from './builders.ts';
import { expectRule, expectType, failuresOf, type TypeName, withMember } from './support.ts';

const REGION = 'properties.impact.0.impactedRegions.0';

describe('document 1, Health event', () => {
  it.each([
    [
      'properties.eventType',
      ['ServiceIssue', 'PlannedMaintenance', 'HealthAdvisory', 'RCA', 'EmergingIssues', 'SecurityAdvisory', 'Billing'],
    ],
    [
      'properties.eventSubType',
      [
        'Retirement',
        'ForeignExchangeRateChange',
        'Underbilling',
        'Overbilling',
        'PriceChanges',
        'TaxChanges',
        'MeterIDChanges',
        'UnauthorizedPartyAbuse',
      ],
    ],
    ['properties.eventSource', ['ResourceHealth', 'ServiceHealth']],
    ['properties.status', ['Active', 'Resolved']],
    [`${REGION}.status`, ['Active', 'Resolved']],
    ['properties.eventLevel', ['Critical', 'Error', 'Warning', 'Informational']],
    ['properties.level', ['Critical', 'Warning']],
    ['properties.eventTags.0', ['Action Recommended', 'False Positive', 'Preliminary PIR', 'Final PIR']],
    ['properties.links.0.type', ['Button', 'Hyperlink']],
    ['systemData.createdByType', ['User', 'Application', 'ManagedIdentity', 'Key']],
    ['systemData.lastModifiedByType', ['User', 'Application', 'ManagedIdentity', 'Key']],
  ])('S1-26, S1-27, S1-28, S1-29, S1-30, S1-31, S1-32, S1-36, S1-38 %s has only its listed values', (at, values) => {
    expectRule(HealthEvent, buildHealthEvent(), {
      at,
      accepted: values,
      refused: ['Other', values[0]?.toLowerCase(), 5],
      message: `must be one of ${values.join(', ')}`,
    });
  });

  it.each<[string, TypeName]>([
    ['id', 'string'],
    ['name', 'string'],
    ['type', 'string'],
    ['systemData', 'object'],
    ['systemData.createdAt', 'date-time'],
    ['systemData.createdBy', 'string'],
    ['systemData.lastModifiedAt', 'date-time'],
    ['systemData.lastModifiedBy', 'string'],
    ['properties', 'object'],
    ['properties.title', 'string'],
    ['properties.summary', 'string'],
    ['properties.description', 'string'],
    ['properties.header', 'string'],
    ['properties.article', 'object'],
    ['properties.article.articleContent', 'string'],
    ['properties.article.articleId', 'string'],
    ['properties.article.parameters', 'object'],
    ['properties.links.0.displayText', 'object'],
    ['properties.links.0.displayText.value', 'string'],
    ['properties.links.0.displayText.localizedValue', 'string'],
    ['properties.links.0.extensionName', 'string'],
    ['properties.links.0.bladeName', 'string'],
    ['properties.links.0.parameters', 'object'],
    ['properties.impact.0.impactedService', 'string'],
    ['properties.impact.0.impactedServiceGuid', 'string'],
    [`${REGION}.impactedRegion`, 'string'],
    [`${REGION}.impactedSubscriptions`, 'string[]'],
    [`${REGION}.impactedTenants`, 'string[]'],
    [`${REGION}.lastUpdateTime`, 'date-time'],
    [`${REGION}.updates.0.summary`, 'string'],
    [`${REGION}.updates.0.updateDateTime`, 'date-time'],
    [`${REGION}.updates.0.eventTags`, 'string[]'],
    ['properties.recommendedActions', 'object'],
    ['properties.recommendedActions.message', 'string'],
    ['properties.recommendedActions.actions.0.groupId', 'int32'],
    ['properties.recommendedActions.actions.0.actionText', 'string'],
    ['properties.recommendedActions.localeCode', 'string'],
    ['properties.faqs.0.question', 'string'],
    ['properties.faqs.0.answer', 'string'],
    ['properties.faqs.0.localeCode', 'string'],
    ['properties.additionalInformation', 'object'],
    ['properties.additionalInformation.message', 'string'],
    ['properties.isEventSensitive', 'boolean'],
    ['properties.isHIR', 'boolean'],
    ['properties.hirStage', 'string'],
    ['properties.platformInitiated', 'boolean'],
    ['properties.enableMicrosoftSupport', 'boolean'],
    ['properties.enableChatWithUs', 'boolean'],
    ['properties.impactStartTime', 'date-time'],
    ['properties.impactMitigationTime', 'date-time'],
    ['properties.lastUpdateTime', 'date-time'],
    ['properties.duration', 'int32'],
    ['properties.impactType', 'string'],
    ['properties.externalIncidentId', 'string'],
    ['properties.reason', 'string'],
    ['properties.billingId', 'string'],
    ['properties.currencyType', 'string'],
    ['properties.oldRate', 'number'],
    ['properties.newRate', 'number'],
  ])(
    'S1-25, S1-26, S1-33, S1-35, S1-36, S1-37, S1-39, S1-40, S1-41, S1-42, S1-43, S1-46, S1-47, S1-48, S1-49 %s is of type %s',
    (at, type) => {
      expectType(HealthEvent, buildHealthEvent(), at, type, !['id', 'name', 'properties'].includes(at));
    },
  );

  it.each([
    'properties.links',
    'properties.impact',
    'properties.impact.0.impactedRegions',
    `${REGION}.updates`,
    'properties.eventTags',
    'properties.recommendedActions.actions',
    'properties.faqs',
  ])('S1-36, S1-37, S1-38, S1-39, S1-40 %s is an array', (at) => {
    expectRule(HealthEvent, buildHealthEvent(), {
      at,
      accepted: [[], null],
      refused: [{}, 'x'],
      message: 'must be an array',
    });
  });

  it('S1-44 priority is an integer from 0 to 23', () => {
    expectRule(HealthEvent, buildHealthEvent(), {
      at: 'properties.priority',
      accepted: [0, 23, null],
      refused: [-1, 24, 1.5, '0'],
      message: 'must be an integer between 0 and 23',
    });
  });

  it.each(['properties.summary', 'properties.description', `${REGION}.updates`])(
    'S1-34 %s is not returned for sensitive events, so it may be absent or null',
    (at) => {
      const sensitive = withMember(buildHealthEvent(), 'properties.isEventSensitive', true);
      expect(failuresOf(HealthEvent, withMember(sensitive, at, undefined))).toEqual([]);
      expect(failuresOf(HealthEvent, withMember(sensitive, at, null))).toEqual([]);
    },
  );

  it('S1-50, S1-51 the list has value, an array, and may have nextLink', () => {
    const nextLink = 'https://example.com/events?api-version=2025-05-01?$skipToken=opaque';
    expect(failuresOf(HealthEventList, { value: [buildHealthEvent()], nextLink })).toEqual([]);
    expect(failuresOf(HealthEventList, { value: [], nextLink: null })).toEqual([]);
    expect(failuresOf(HealthEventList, {})).toEqual(['value: is required']);
    expect(failuresOf(HealthEventList, { value: null })).toEqual(['value: must be an array']);
    expect(failuresOf(HealthEventList, { value: [], nextLink: 5 })).toEqual(['nextLink: must be a string']);
  });

  it('S1-25 an event may have members that are not specified', () => {
    const event = {
      ...buildHealthEvent(),
      properties: { ...buildHealthEvent().properties, impactedResourcesCount: 3 },
    };
    expect(HealthEventList.parse({ value: [event] })).toEqual({ value: [event] });
  });
});
