import { afterAll, expect, it, vi } from 'vitest';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { describeCause, type Problem } from '../../lib/http/problem.ts';
import { createManagedIdentity } from '../../lib/upstream/token-cache.ts';
import { createPatientClock } from '../support/clocks.ts';
import { createControlClient } from '../testbed/control-client.ts';

const identity = await startManagedIdentity({ port: 0, clientIds: ['1de00000-0000-4000-8000-000000000001'] });
vi.stubEnv('IDENTITY_ENDPOINT', identity.endpoint);
vi.stubEnv('IDENTITY_HEADER', identity.header);
afterAll(async () => {
  vi.unstubAllEnvs();
  await identity.close();
});
// One cache: the SDK keeps the first client of a process.
const cache = createManagedIdentity(undefined, createPatientClock());

it.each([
  [500, { error: 'internal_error' }, 'The identity endpoint returned 500 internal_error.'],
  [400, { error: 'unauthorized_client' }, 'The identity endpoint returned 400 unauthorized_client.'],
  [503, {}, 'The identity endpoint returned 503.'],
])(
  'a failure of the identity endpoint keeps its status and code, also while it is not called again: %i',
  async (status, body, reason) => {
    await createControlClient(identity.url).reset();
    await createControlClient(identity.url).fault({ times: 9, fault: { kind: 'status', status, body } });
    const get = () => cache.get(`https://${status}.example/.default`, { remainingMs: () => 8_000 });
    const failures = [
      await get().catch((problem: Problem) => problem),
      await get().catch((problem: Problem) => problem),
    ];
    expect(failures.map((problem) => describeCause((problem as Problem).cause))).toEqual([reason, reason]);
  },
);
