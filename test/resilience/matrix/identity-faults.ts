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

const flaws = [
  ['expired', 'expired'],
  ['line-break', 'with a line break'],
  ['no-lifetime', 'without a lifetime'],
] as const;

export const identityFaults: readonly IdentityFault[] = [
  { id: 'F30', name: 'identity endpoint refused, no token', inject: { proxy: { kind: 'down' } }, ...withoutToken },
  { id: 'F30', name: 'identity endpoint hangs, no token', inject: hangs, ...withoutToken },
  { id: 'F31', name: 'identity endpoint refused, token valid', inject: { proxy: { kind: 'down' } }, ...withToken },
  { id: 'F31', name: 'identity endpoint hangs, token valid', inject: hangs, ...withToken },
  { id: 'F32', name: 'identity endpoint hangs, token to be refreshed', inject: hangs, ...withOldToken },
  {
    id: 'F32',
    name: 'identity endpoint refused, token to be refreshed',
    inject: { proxy: { kind: 'down' } },
    ...withOldToken,
  },
  {
    id: 'F33',
    name: 'identity endpoint 429, no token',
    inject: returns(429, { 'retry-after': '20' }),
    ...withoutToken,
  },
  {
    id: 'F33',
    name: 'identity endpoint 429, token to be refreshed',
    inject: returns(429, { 'retry-after': '20' }),
    ...withOldToken,
  },
  { id: 'F33', name: 'identity endpoint 410, no token', inject: returns(410), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 404, no token', inject: returns(404), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 500, no token', inject: returns(500), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 500, token to be refreshed', inject: returns(500), ...withOldToken },
  { id: 'F34', name: 'identity endpoint 400, no token', inject: returns(400), ...withoutToken, pauseSeconds: 25 },
  { id: 'F34', name: 'identity endpoint 400, token to be refreshed', inject: returns(400), ...withOldToken },
  { id: 'F35', name: 'identity endpoint returns HTML, no token', inject: signInPage, ...withoutToken },
  { id: 'F35', name: 'identity endpoint returns HTML, token to be refreshed', inject: signInPage, ...withOldToken },
  ...flaws.flatMap(([flaw, name]): readonly IdentityFault[] => [
    { id: 'F61', name: `identity token ${name}, no other token`, inject: { flaw }, ...withoutToken },
    { id: 'F61', name: `identity token ${name}, token to be refreshed`, inject: { flaw }, ...withOldToken },
  ]),
];
