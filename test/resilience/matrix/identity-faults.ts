/** Faults F30 to F35 and F61: the managed identity endpoint. */
import { identityUnavailable, servesStale, success } from './expectations.ts';
import type { IdentityFault } from './types.ts';

const signInPage = { emulator: { kind: 'html' } } as const;
const hangs = { emulator: { kind: 'hang' } } as const;
const returns = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  emulator: { kind: 'status', status, headers },
});

const withoutToken = {
  token: 'none',
  cold: identityUnavailable,
  stale: servesStale(0),
  withinMs: 3_000,
  pauseSeconds: 0,
} as const;
/** No request waits for the identity endpoint while a token is valid. */
const withToken = { token: 'valid', cold: success(), withinMs: 1_000 } as const;
const withOldToken = { ...withToken, token: 'refreshing' } as const;

/** Each way to have no token, and each way to have one. How a failure is read and paused: test/unit/upstream/token-cache.test.ts. */
export const identityFaults: readonly IdentityFault[] = [
  { id: 'F30', name: 'identity endpoint refused, no token', inject: { proxy: { kind: 'down' } }, ...withoutToken },
  { id: 'F30', name: 'identity endpoint hangs, no token', inject: hangs, ...withoutToken },
  { id: 'F31', name: 'identity endpoint hangs, token valid', inject: hangs, ...withToken },
  { id: 'F32', name: 'identity endpoint hangs, token to be refreshed', inject: hangs, ...withOldToken },
  {
    id: 'F33',
    name: 'identity endpoint 429, no token',
    inject: returns(429, { 'retry-after': '20' }),
    ...withoutToken,
  },
  { id: 'F33', name: 'identity endpoint 500, token to be refreshed', inject: returns(500), ...withOldToken },
  { id: 'F34', name: 'identity endpoint 400, no token', inject: returns(400), ...withoutToken, pauseSeconds: 25 },
  { id: 'F35', name: 'identity endpoint returns HTML, no token', inject: signInPage, ...withoutToken },
  { id: 'F61', name: 'identity token expired, no other token', inject: { flaw: 'expired' }, ...withoutToken },
];
