import { expect, vi } from 'vitest';
import type { Stack } from './stack.ts';
import { putJob, toPath } from './valid-requests.ts';

/** Waits until Frontdesk has the keys and the management API's token. On a busy machine the first fetch can exceed Frontdesk's own deadline. */
export function awaitReady(stack: Stack): Promise<void> {
  return vi.waitFor(
    async () => {
      const { status } = await stack.send('PUT', toPath(putJob) + putJob.query, { body: putJob.body });
      expect([200, 201]).toContain(status);
    },
    { timeout: 14_000, interval: 500 },
  );
}
