/** The poll of a long-running write, which is no operation of the list: its access is that of the write. Source: docs/specification.md#lost-and-long-running-writes. */
import * as z from 'zod';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { ADDRESS_PATH } from '../../lib/long-running.ts';
import { defineOperation } from '../../lib/operation.ts';
import type { Profile } from '../../lib/profiles.ts';

const poll = defineOperation({
  name: 'getOperation',
  summary: 'Watch a long-running write',
  source: 'docs/specification.md#lost-and-long-running-writes',
  method: 'GET',
  path: ADDRESS_PATH,
  access: { role: 'StreamingJobs.Write' },
  request: {
    params: {
      operationId: z
        .string()
        .regex(/^[\w-]+$/)
        .describe('From the `Location` or `Azure-AsyncOperation` of the write.'),
    },
  },
  upstream: 'arm',
  timeoutMs: 15_000,
  responses: { 200: [], 201: [], 202: [], 204: null },
});

export function compilePoll(profile: Profile): CompiledOperation {
  return compileOperation(poll, profile);
}

/** Returns the described poll with the access of the write. */
export function describePoll<Described extends { readonly 'x-app-role': string; readonly 'x-acts-on': string }>(
  described: Described,
) {
  const { 'x-app-role': _, 'x-acts-on': __, ...rest } = described;
  const description =
    'Returns how far a write is that was accepted with 202. Use it at the address in the headers of that response.\n\n' +
    'Requires the app role of the write, on its resource. 202: still in progress; its headers say where and when to ask next. ' +
    'Any other status is the end. Kept for a day, for callers of the tenant that wrote.';
  return { ...rest, description };
}
