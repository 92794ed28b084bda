import { afterEach, expect, it, vi } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { validRequests } from '../support/valid-requests.ts';

const stack = await startStack();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts how often the app parses each text; the emulated upstream runs in the same process, and may. */
function countParses(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    const frames = new Error().stack?.split('\n').slice(1) ?? [];
    const caller = frames.find((frame) => !/node_modules|parse-once/.test(frame));
    if (caller?.includes('/lib/')) counts.set(String(text), (counts.get(String(text)) ?? 0) + 1);
    return parse(text, reviver);
  });
  return counts;
}

it.each(validRequests.map((request) => [request.operation, request] as const))(
  '%s: no stage parses a body twice, the request’s or the answer’s',
  async (_, request) => {
    const counts = countParses();
    const answer = await sendChanged(stack, request, {});
    vi.restoreAllMocks();
    expect(answer.status).toBeLessThan(300);
    const bodies = [...counts].filter(([text]) => /^\s*\{/.test(text));
    expect(bodies.filter(([, count]) => count > 1)).toEqual([]);
    // What was counted is what was sent and what came.
    expect(bodies.length).toBeGreaterThanOrEqual(request.method === 'DELETE' ? 0 : 1);
  },
);
