import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorMessage } from '../../../../lib/contracts/schema/messages.ts';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { buildFullJob, VENDOR } from '../streaming-job/builders.ts';
import { failuresOf } from '../support.ts';

const CANARY = 'canary-3f9a1c';

/** Yields copies of a value, each with another leaf replaced. */
function* replaceLeaves(value: unknown, leaf: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return yield leaf;
  for (const [name, member] of Object.entries(value)) {
    for (const replaced of replaceLeaves(member, leaf)) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
      yield Object.assign(copy, { [name]: replaced });
    }
  }
}

describe('messages', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.number(), null, 'must be a number'],
    [z.boolean(), 'x', 'must be true or false'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 5, 'must be an object'],
    [z.date(), 5, 'has the wrong type'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal('a'), 'c', 'must be a'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), 'x', 'must have at least 2 characters'],
    [z.string().max(2), 'xxx', 'must have at most 2 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.number().max(2), 3, 'must be at most 2'],
    [z.string().regex(/^a\/b$/i), 'x', 'must match ^a\\/b$'],
    [z.guid(), 'x', 'must be a GUID'],
    [z.strictObject({}), { x: 1 }, 'must not have x'],
  ])('%#: says what is expected', (schema, value, message) => {
    expect(failuresOf(schema, value)).toEqual([message]);
  });

  it('never contain the value', () => {
    const { request } = streamingJob(VENDOR);
    let failures = 0;
    for (const leaf of [CANARY, { [CANARY]: CANARY }, [CANARY]]) {
      for (const job of replaceLeaves(buildFullJob(VENDOR), leaf)) {
        const { error } = request.safeParse(job, { error: errorMessage });
        const messages = (error?.issues ?? []).map(({ message }) => message);
        failures += messages.length;
        expect(messages.join()).not.toContain(CANARY);
      }
    }
    expect(failures).toBeGreaterThan(200);
  });
});
