import { expect, vi } from 'vitest';
import type { Stack } from './stack.ts';
import { putJob, toPath, type ValidRequest } from './valid-requests.ts';

/**
 * Waits until Frontdesk has the keys and the token of the request's upstream. On a busy machine the first fetch can exceed
 * Frontdesk's own deadline.
 */
export function awaitReady(stack: Stack, request: ValidRequest = putJob): Promise<void> {
  const { method, query, body } = request;
  return vi.waitFor(
    async () => {
      const { status } = await stack.send(method, toPath(request) + query, body ? { body } : {});
      expect([200, 201]).toContain(status);
    },
    { timeout: 20_000, interval: 500 },
  );
}
