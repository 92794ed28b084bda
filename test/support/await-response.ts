import { expect, vi } from 'vitest';
import type { Stack } from './stack.ts';
import { putJob, toPath } from './valid-requests.ts';

/** Waits until the keys and the management API's token are there: a busy machine may need longer for the first of them than Frontdesk waits. */
export function awaitAnswer(stack: Stack): Promise<void> {
  return vi.waitFor(
    async () => {
      const { status } = await stack.send('PUT', toPath(putJob) + putJob.query, { body: putJob.body });
      expect([200, 201]).toContain(status);
    },
    { timeout: 14_000, interval: 500 },
  );
}
