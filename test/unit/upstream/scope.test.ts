/** What a call counts for. What each limit makes of it: admission.test.ts, scope-limits.test.ts and circuit-breaker.test.ts. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import type { Quota } from '../../../lib/upstream/scope.ts';
import {
  authorizeCopy,
  eachRequest,
  listCompanies,
  listSubscriptionEvents,
  readItem,
  readJob,
  removeAuthorization,
  searchPoints,
  toPath,
  type ValidRequest,
  validRequest,
} from '../../support/valid-requests.ts';

const ann = { tenant: 'contoso', key: 'contoso ann' };
const definitions = new Map(operations.map((operation) => [String(operation.name), operation]));

function quotaOf(request: ValidRequest, values: Readonly<Record<string, string>> = {}, caller = ann): Quota {
  const definition = definitions.get(request.operation) as (typeof operations)[number];
  const params = { ...request.values, ...values };
  return compileOperation(definition, PROFILES.vendor).toQuota(
    { params, encodedPath: toPath(request, values) } as never,
    {
      ...caller,
    } as never,
  );
}

const lower = (request: ValidRequest) => toPath(request).toLowerCase();
const session = validRequest('getRestoreSession');
const { subscriptionId = '' } = readJob.values;
const { companyId = '' } = readItem.values;
const byCaller = { scope: '', counter: '', resource: ann.key, voter: ann.key };

it.each<[what: string, request: ValidRequest, counted: Partial<Quota>]>([
  ['a resource of a subscription', readJob, { scope: subscriptionId, resource: lower(readJob), voter: lower(readJob) }],
  ['a deletion: the API counts them apart (F10)', removeAuthorization, { counter: `${subscriptionId}/deletes` }],
  ['a list of a subscription', listSubscriptionEvents, { resource: lower(listSubscriptionEvents), voter: ann.key }],
  ['a record of a company', readItem, { scope: companyId, counter: companyId, voter: lower(readItem) }],
  ['a session: its path has case', session, { ...byCaller, resource: toPath(session) }],
  ['a search, of which all have one path', searchPoints, byCaller],
  ['a copy, of which all have one path', authorizeCopy, byCaller],
  ['the list of companies', listCompanies, byCaller],
])('P-08, P-10 %s', (_, request, counted) => {
  expect(quotaOf(request)).toMatchObject({
    operation: request.operation,
    tenant: 'contoso',
    caller: ann.key,
    ...counted,
  });
});

describe('P-08 what fails in one scope decides nothing for another', () => {
  it.each(eachRequest)('%s: another scope, another resource and another caller are others', (_, request) => {
    const plain = quotaOf(request);
    const scopedBy = ['subscriptionId', 'companyId'].find((name) => name in request.values);
    if (scopedBy) expect(quotaOf(request, { [scopedBy]: 'other' })).toMatchObject({ scope: 'other' });
    const narrowest = [...request.template.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    const other = narrowest ? quotaOf(request, { [narrowest]: 'other' }) : quotaOf(request, {}, { ...ann, key: 'ben' });
    expect(other.resource).not.toBe(plain.resource);
    expect(quotaOf(request, {}, { ...ann, key: 'ben' })).toMatchObject({ caller: 'ben', scope: plain.scope });
    // A scope without resources has the votes of its callers.
    if (scopedBy && scopedBy !== narrowest) expect(other.voter).not.toBe(plain.voter);
  });

  it.each([
    ['jobName', readJob],
    ['resourceGroupName', readJob],
    ['subscriptionId', readJob],
    ['serviceName', validRequest('getApiDiagnostic')],
    ['eventTrackingId', validRequest('fetchHealthEventDetails')],
    ['itemId', readItem],
    ['companyId', readItem],
  ])('%s in two spellings is one', (name, request) => {
    expect(quotaOf(request, { [name]: 'ABC-def' })).toEqual(quotaOf(request, { [name]: 'abc-DEF' }));
  });
});
