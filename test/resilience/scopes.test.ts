/** What one resource, caller or tenant does never decides for another: the mechanisms around a call, as callers see them. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSkippingClock } from '../support/clocks.ts';
import { awaitReady, type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { readItem, readJob, type ValidRequest, validRequest } from '../support/valid-requests.ts';

const clock = createSkippingClock();
const stack = await startStack({ clock });
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
