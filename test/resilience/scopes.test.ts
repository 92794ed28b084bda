/** What one resource, caller or tenant does never decides for another: the mechanisms around a call, as callers see them. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSkippingClock } from '../support/clocks.ts';
import { awaitReady, type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  eachRequest,
  readItem,
  readJob,
  toUnseen,
  type ValidRequest,
  validRequest,
  validRequests,
} from '../support/valid-requests.ts';

const clock = createSkippingClock();
const grants = [{ roles: [...new Set(validRequests.map(({ role }) => role))], resources: ['*'] }];
const stack = await startStack({ clock, settings: { ACCESS_POLICY: JSON.stringify({ grants }) } });
await awaitReady(stack, readItem);
/** What another test closed, opened or asked is over. */
beforeEach(() => clock.skip(600_000));

const readSession = validRequest('getRestoreSession');
/** A read of each API whose paths name resources. */
const reads = [
  ['arm', readJob, 'jobName'],
  ['backupRestore', readSession, 'restoreSessionBaseId'],
  ['businessData', readItem, 'itemId'],
] as const;

/** Returns the problem of the response, or its status if the upstream returned it. */
async function ask(request: ValidRequest, change: Change = {}): Promise<string> {
  const { status, headers } = await sendChanged(stack, request, change);
  return headers['x-frontdesk-problem'] ?? String(status);
}

describe('P-21 one resource that refuses the token costs no other a request', () => {
  it.each(reads)('of %s', async (api, request, name) => {
    const odd = randomUUID();
    expect(await ask(request)).toBe('200');
    await stack.upstream.fault({ path: odd, times: 100, fault: { kind: 'status', status: 401 } });
    await stack.identity.fault({ times: 100, fault: { kind: 'hang' } });
    const own = [ask(request, { values: { ...request.values, [name]: odd } })];
    await expect.poll(async () => (await stack.identity.calls()).length).toBeGreaterThan(0);
    const others = await Promise.all(Array.from({ length: 20 }, () => ask(request)));
    expect(others, api).toEqual(Array(20).fill('200'));
    expect(await Promise.all(own)).toEqual(['upstream_auth']);
    await stack.identity.reset();
  });
});

/** Several calls of one caller, one after the other, or of a new one each. */
async function askEach(request: ValidRequest, changes: readonly Change[]): Promise<string[]> {
  const results: string[] = [];
  for (const change of changes) results.push(await ask(toUnseen(request), change));
  return results;
}

const createCaller = () => {
  const oid = randomUUID();
  return { oid, sub: oid };
};
const repeat = (change: Change) => Array<Change>(10).fill(change);
const fail = (path: string, times = 100) =>
  stack.upstream.fault({ path, times, fault: { kind: 'status', status: 500 } });

describe('P-08 what fails in one scope decides nothing for another', () => {
  it.each(eachRequest)('%s: three failing ones of one, ten calls of another', async (_, request) => {
    const [scopedBy] = ['subscriptionId', 'companyId'].filter((name) => request.template.includes(`{${name}}`));
    const narrowest = [...request.template.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    const bad = randomUUID();
    const own = createCaller();
    const failing = ['a', 'b', 'c'].map((letter): Change => {
      // Where a scope has one path, or the API no scope, the callers are what fails.
      const claims = scopedBy && scopedBy === narrowest ? createCaller() : own;
      const resource = narrowest && { [narrowest]: bad.replace(/.$/, letter) };
      return { claims, values: { ...resource, ...(scopedBy && { [scopedBy]: bad }) } };
    });
    await fail(narrowest ? bad.slice(0, -1) : '', narrowest ? 100 : 3);
    const failed = await askEach(request, failing);
    expect(failed).toEqual(Array(3).fill('upstream_error'));
    const served = await askEach(request, repeat({ claims: createCaller() }));
    expect(served.filter((problem) => /circuit_open|throttled|overloaded/.test(problem))).toEqual([]);
    expect(await stack.upstream.calls()).toHaveLength(13);
  });

  const spellings: readonly (readonly [string, ValidRequest, string, readonly string[]])[] = [
    ['a job', readJob, 'jobName', ['job-bad', 'Job-Bad', 'JOB-BAD']],
    ['a resource group', readJob, 'resourceGroupName', ['bad-rg', 'BAD-rg', 'bad-RG']],
    ['a service', validRequest('getApiDiagnostic'), 'serviceName', ['bad-apim', 'Bad-Apim', 'BAD-APIM']],
    ['a tracking id', validRequest('fetchHealthEventDetails'), 'eventTrackingId', ['bad-id', 'Bad-Id', 'BAD-ID']],
    [
      'an item',
      readItem,
      'itemId',
      ['abcdefab-', 'ABCDEFAB-', 'aBcDeFaB-'].map((id) => `${id}0000-4000-8000-000000000001`),
    ],
  ];
  it.each(spellings)('%s in three spellings is one resource', async (_, request, name, values) => {
    for (const value of values) await fail(value);
    for (let count = 0; count < 3; count++)
      await askEach(
        request,
        values.map((value) => ({ values: { [name]: value } })),
      );
    expect(await askEach(request, repeat({}))).toEqual(Array(10).fill('200'));
  });

  it('a scope in three spellings is one, whose breaker they share', async () => {
    const { subscriptionId = '' } = readJob.values;
    await fail('bad-');
    const ids = [subscriptionId.toLowerCase(), subscriptionId.toUpperCase(), subscriptionId.toLowerCase()];
    const jobs = ids.map((id, at) => ({ values: { subscriptionId: id, jobName: `bad-${at}` } }));
    expect(await askEach(readJob, [...jobs, {}])).toEqual([...Array(3).fill('upstream_error'), 'circuit_open']);
  });
});
