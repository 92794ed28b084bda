import { describe } from 'vitest';
import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import { HealthEvent, HealthEventList } from '../../../tools/openapi/contracts/health-event.ts';
import {
  ApiDiagnostic as ApiDiagnosticRead,
  Authorization as Response,
} from '../../../tools/openapi/contracts/management.ts';
import { membersOf, testBodies } from './support.ts';

describe('document 1, Authorization', () => {
  const { request } = Authorization;
  const stored = { id: '/subscriptions/s/authorizations/a', name: 'a', properties: {} };
  membersOf(request, {}, 'properties').lists('S1-05, S1-06', {
    authorizationType: ['OAuth2'],
    oauth2grantType: ['AuthorizationCode', 'ClientCredentials'],
  });
  for (const [schema, valid] of [
    [request, {}],
    [Response, stored],
  ] as const)
    membersOf(schema, valid, 'properties').types('S1-07, S1-09, S1-10, S1-64', {
      object: 'parameters error',
      string: 'status error.code error.message',
    });
  membersOf(Response, stored).required('a response', 'id name properties');

  const parameters = { scopes: 'a b', nested: { list: [1, null] }, enabled: true };
  testBodies([
    ['no member is required (S1-64)', request, {}],
    ['an empty resource (S1-64)', request, { properties: {} }],
    ['no list (S1-64)', request, [], 'must be an object'],
    ['no null (S1-64)', request, null, 'must be an object'],
    ['other values of status (S1-09)', request, { properties: { status: 'Pending' } }],
    ['other codes of error (S1-10)', request, { properties: { error: { code: 'Expired' } } }],
    ['parameters are free-form (S1-07)', request, { properties: { parameters } }],
    ['id, name and type may be anything (S1-04)', request, { id: 'given', name: { ill: [] }, type: 5 }],
    ['unknown members', request, { later: { member: 1 } }],
    ['a response may have nulls', Response, { ...stored, properties: { authorizationType: null, error: null } }],
  ]);
});

describe('document 1, API diagnostic', () => {
  const { request } = ApiDiagnostic;
  const valid = { properties: { loggerId: '/loggers/l' } };
  const members = membersOf(request, valid, 'properties');
  members.required('S1-15', 'loggerId');
  members.lists('S1-16, S1-18, S1-22, S1-23', {
    alwaysLog: ['allErrors'],
    'sampling.samplingType': ['fixed'],
    httpCorrelationProtocol: ['Legacy', 'None', 'W3C'],
    verbosity: ['error', 'information', 'verbose'],
  });
  members.types('S1-15, S1-19, S1-21', {
    string: 'loggerId',
    object: `sampling frontend frontend.request frontend.request.body frontend.response
      backend backend.request backend.response backend.response.body`,
    'string[]': 'frontend.request.headers backend.response.headers',
    boolean: 'enableHttpCorrelationHeaders',
  });
  members.rule(
    'S1-17',
    'sampling.percentage',
    [0, 50, 100],
    [-1, 101, 50.5, '50', null],
    'must be an integer between 0 and 100',
  );
  for (const message of ['frontend.request', 'frontend.response', 'backend.request', 'backend.response']) {
    const refused = [8193, 1.5, '1', null];
    members.rule('S1-19, S1-20', `${message}.body.bytes`, [0, 8192], refused, 'must be an integer of at most 8192');
  }

  const later = { logClientIp: true, operationNameFormat: 'Path', metrics: false, dataMasking: { headers: [] } };
  testBodies([
    ['properties are required (S1-15)', request, {}, 'properties: is required'],
    ['no default is filled in (S1-21)', request, valid],
    ['members of later versions and unknown ones', request, { properties: { ...valid.properties, ...later } }],
    ['identity members in a request may be anything (S1-24)', request, { ...valid, id: 1, name: [], type: null }],
    [
      'a response has an identity (S1-24)',
      ApiDiagnosticRead,
      { properties: {} },
      'id: is required',
      'name: is required',
    ],
    ['a response needs properties', ApiDiagnosticRead, { id: 'i', name: 'n' }, 'properties: is required'],
  ]);
});

describe('document 1, Health event', () => {
  const valid = {
    id: '/subscriptions/s/providers/Vendor.ResourceHealth/events/BC_1-FXZ',
    name: 'BC_1-FXZ',
    properties: {},
  };
  const IDENTITIES = ['User', 'Application', 'ManagedIdentity', 'Key'];
  const KINDS = 'ServiceIssue PlannedMaintenance HealthAdvisory RCA EmergingIssues SecurityAdvisory Billing';
  const SUBTYPES =
    'Retirement ForeignExchangeRateChange Underbilling Overbilling PriceChanges TaxChanges MeterIDChanges UnauthorizedPartyAbuse';

  const event = membersOf(HealthEvent, valid);
  event.required('S1-25', 'id name properties');
  event.types('S1-25', {
    string: 'id name type systemData.createdBy systemData.lastModifiedBy',
    object: 'systemData properties',
    'date-time': 'systemData.createdAt systemData.lastModifiedAt',
  });
  event.lists('S1-26', { 'systemData.createdByType': IDENTITIES, 'systemData.lastModifiedByType': IDENTITIES });

  const members = membersOf(HealthEvent, valid, 'properties');
  members.lists('S1-27, S1-28, S1-29, S1-30, S1-31, S1-32, S1-36, S1-38', {
    eventType: KINDS.split(' '),
    eventSubType: SUBTYPES.split(' '),
    eventSource: ['ResourceHealth', 'ServiceHealth'],
    status: ['Active', 'Resolved'],
    'impact.0.impactedRegions.0.status': ['Active', 'Resolved'],
    eventLevel: ['Critical', 'Error', 'Warning', 'Informational'],
    level: ['Critical', 'Warning'],
    'eventTags.0': ['Action Recommended', 'False Positive', 'Preliminary PIR', 'Final PIR'],
    'links.0.type': ['Button', 'Hyperlink'],
  });
  members.types('S1-33, S1-35, S1-36, S1-39, S1-40, S1-41, S1-42, S1-43, S1-46, S1-47, S1-48, S1-49', {
    string: `title summary description header article.articleContent article.articleId
      links.0.displayText.value links.0.displayText.localizedValue links.0.extensionName links.0.bladeName
      recommendedActions.message recommendedActions.actions.0.actionText recommendedActions.localeCode
      faqs.0.question faqs.0.answer faqs.0.localeCode additionalInformation.message
      hirStage impactType externalIncidentId reason billingId currencyType`,
    object: `article article.parameters links.0.displayText links.0.parameters recommendedActions additionalInformation`,
    array: 'links eventTags recommendedActions.actions faqs',
    boolean: 'isEventSensitive isHIR platformInitiated enableMicrosoftSupport enableChatWithUs',
    'date-time': 'impactStartTime impactMitigationTime lastUpdateTime',
    int32: 'duration recommendedActions.actions.0.groupId',
    number: 'oldRate newRate',
  });
  members.types('S1-37', {
    string: `impact.0.impactedService impact.0.impactedServiceGuid
      impact.0.impactedRegions.0.impactedRegion impact.0.impactedRegions.0.updates.0.summary`,
    array: 'impact impact.0.impactedRegions impact.0.impactedRegions.0.updates',
    'string[]': `impact.0.impactedRegions.0.impactedSubscriptions impact.0.impactedRegions.0.impactedTenants
      impact.0.impactedRegions.0.updates.0.eventTags`,
    'date-time': 'impact.0.impactedRegions.0.lastUpdateTime impact.0.impactedRegions.0.updates.0.updateDateTime',
  });
  members.rule('S1-44', 'priority', [0, 23, null], [-1, 24, 1.5, '0'], 'must be an integer between 0 and 23');

  const nextLink = 'https://example.com/events?api-version=2025-05-01?$skipToken=opaque';
  const sensitive = { isEventSensitive: true, summary: null, impact: [{ impactedRegions: [{ updates: null }] }] };
  testBodies([
    ['a sensitive event lacks texts (S1-34)', HealthEvent, { ...valid, properties: sensitive }],
    ['unknown members (S1-25)', HealthEvent, { ...valid, properties: { impactedResourcesCount: 3 } }],
    ['a list with a link (S1-50, S1-51)', HealthEventList, { value: [valid], nextLink }],
    ['a list without a link (S1-51)', HealthEventList, { value: [], nextLink: null }],
    ['a list has its value (S1-50)', HealthEventList, {}, 'value: is required'],
    ['value is an array (S1-50)', HealthEventList, { value: null }, 'value: must be an array'],
    ['nextLink is a text (S1-51)', HealthEventList, { value: [], nextLink: 5 }, 'nextLink: must be a string'],
  ]);
});
