import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tenants } from '../../dev/seed.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { SealedLinks } from '../../lib/upstream/sealed-link.ts';
import { startLongRunning, toProgress } from '../support/long-running.ts';
import { runs } from '../support/runs.ts';
import { sendChanged } from '../support/send-changed.ts';
import { listEvents, putJob, startJob, toPath, type ValidRequest } from '../support/valid-requests.ts';

const { stack, toLocation, respondToPoll, poll } = await startLongRunning();

/** Returns the id of a pending write. */
async function seal(request: ValidRequest, tid: string): Promise<string> {
  const headers = { location: toLocation(toProgress(toPath(request))) };
  await stack.upstream.fault({ fault: { kind: 'status', status: 202, headers } });
  const { headers: sealed } = await sendChanged(stack, request, { claims: { tid } });
  return String(sealed['location']).replace(/^.*\//, '');
}
const pending = { id: await seal(putJob, tenants.contoso), tid: tenants.contoso, role: putJob.role };
const sealed = [
  pending,
  { id: await seal(startJob, tenants.contoso), tid: tenants.contoso, role: startJob.role },
  { id: await seal(putJob, tenants.fabrikam), tid: tenants.fabrikam, role: putJob.role },
  // No pending write, but sealed too.
  { id: new URL((await sendChanged(stack, listEvents)).json.nextLink).searchParams.get('$skipToken') ?? '', tid: '' },
];
const unchanged = (id: string) => id;
const damage = fc.oneof(
  { arbitrary: fc.constant(unchanged), weight: 2 },
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('', 'A', '-', '%25', '=')).map(([at, by]) => {
    return (id: string) => id.slice(0, at * id.length) + by + id.slice(at * id.length + 1);
  }),
  fc.constantFrom(
    (id: string) => `${id}A`,
    (id: string) => id.toUpperCase(),
    (id: string) => id + id,
  ),
);
const caller = fc.record({
  tid: fc.constantFrom(tenants.contoso, tenants.contoso, tenants.fabrikam),
  roles: fc.subarray([putJob.role, startJob.role, listEvents.role], { minLength: 1 }),
});

it('C-65, A87 generated ids of pending writes: one is followed as it was sealed, for its tenant, with the role of its write', async () => {
  const seen = new Set<number>();
  // Chance alone does not always give the owner, with and without the role.
  const withRole = { tid: tenants.contoso, roles: [putJob.role] };
  const without = { tid: tenants.contoso, roles: [listEvents.role] };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sealed), damage, caller, async ({ id, tid, role = '' }, change, claims) => {
      await stack.upstream.reset();
      await respondToPoll(200);
      const oid = randomUUID();
      const changed = change(id);
      const { status, json } = await poll(
        `/operations/${changed}`,
        await stack.issueToken({ oid, sub: oid, ...claims }),
      );
      const isOpened = changed === id && tid === claims.tid;
      const allowed = claims.roles.includes(role) ? 200 : 403;
      expect(status).toBe(isOpened ? allowed : 400);
      expect(await stack.upstream.calls()).toHaveLength(status === 200 ? 1 : 0);
      if (status === 400) expect(json.error.code).toBe('invalid_operation_id');
      seen.add(status);
    }),
    {
      numRuns: runs(60),
      examples: [
        [pending, unchanged, withRole],
        [pending, unchanged, without],
      ],
    },
  );
  expect([...seen].sort()).toEqual([200, 400, 403]);
});

const keyed = new SealedLinks(Buffer.from(process.env['LINK_KEY'] ?? '', 'base64'), systemClock);
const job = toPath(putJob).split('?')[0] ?? '';
const progress = toProgress(job);
const own = JSON.parse(keyed.open(pending.id, ['operation', tenants.contoso]) ?? '{}');

it.each<[string, object]>([
  ['of another resource', { target: job.replace(/[^/]+$/, 'other') }],
  ['of another group’s operation', { target: progress.replace('/providers/', '/resourceGroups/rg-other/providers/') }],
  ['with dot segments', { target: `${progress.replace('/1', '')}/../../../../../../resourceGroups/rg-other/1` }],
  ['with a resource that its path does not name', { params: { ...own.params, resourceGroupName: 'x/../rg-other' } }],
  ['of another host', { target: `@evil.example${progress}` }],
  ['of an operation that is no write', { operation: 'getStreamingJob' }],
])('an id that somebody with the key sealed is no address %s (A88)', async (_, change) => {
  await stack.upstream.reset();
  const seal = (write: object) => keyed.seal(JSON.stringify(write), ['operation', tenants.contoso]);
  await respondToPoll(200);
  expect((await poll(`/operations/${seal(own)}`)).status).toBe(200);
  await stack.upstream.reset();
  const { status, json } = await poll(`/operations/${seal({ ...own, ...change })}`);
  expect([status, json.error.code]).toEqual([400, 'invalid_operation_id']);
  expect(await stack.upstream.calls()).toEqual([]);
});
