import { expect, it } from 'vitest';
import { expectGranted, expectRefused, sendChanged } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { validRequests } from '../support/valid-requests.ts';

const stack = await startStack();

it.each(validRequests)('A01 $operation without a token is 401 with a bare challenge', async (request) => {
  const t=performance.now();
  const answers = await expectRefused(stack, request, {
    attacks: [{ token: null }, { token: null, body: '{', query: '?unknown=1' }, { token: null, headers: {'content-type':'text/plain'} }],
    status: 401,
    code: 'unauthenticated',
  });
  console.log(request.operation, performance.now()-t);
  for (const { headers } of answers) expect(headers['www-authenticate']).toBe('Bearer');
});
