/** Faults F36 to F40: the JWK Set of the token issuer. */
import { keysUnavailable, success } from './expectations.ts';
import type { KeysFault } from './types.ts';

const signInPage = { emulator: { kind: 'html' } } as const;

const withKeys = { keys: 'kept', cold: success(), withinMs: 1_000 } as const;
const withoutKeys = { keys: 'none', cold: keysUnavailable, withinMs: 2_000 } as const;
/** Above the limits of 100 keys and 256 KiB. */
const manyKeys = JSON.stringify({
  keys: Array.from({ length: 20_000 }, (_, n) => ({ kty: 'RSA', kid: `k${n}`, n: 'AQAB', e: 'AQAB' })),
});
const keySetResponse = (text: string) => ({
  proxy: { kind: 'response', text: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${text}` } as const,
});

export const keysFaults: readonly KeysFault[] = [
  { id: 'F36', name: 'JWK Set keys kept', inject: { proxy: { kind: 'down' } }, ...withKeys },
  { id: 'F37', name: 'JWK Set no keys', inject: { proxy: { kind: 'down' } }, ...withoutKeys },
  {
    id: 'F39',
    name: 'JWK Set after five seconds, keys kept',
    inject: { emulator: { kind: 'delay', ms: 5_000 } },
    ...withKeys,
  },
  {
    id: 'F39',
    name: 'JWK Set after five seconds, no keys',
    inject: { emulator: { kind: 'delay', ms: 5_000 } },
    ...withoutKeys,
  },
  { id: 'F39', name: 'JWK Set does not arrive, keys kept', inject: { proxy: { kind: 'black-hole' } }, ...withKeys },
  { id: 'F39', name: 'JWK Set does not arrive, no keys', inject: { proxy: { kind: 'black-hole' } }, ...withoutKeys },
  { id: 'F40', name: 'JWK Set is HTML, keys kept', inject: signInPage, ...withKeys },
  { id: 'F40', name: 'JWK Set is HTML, no keys', inject: signInPage, ...withoutKeys },
  { id: 'F40', name: 'JWK Set is empty, keys kept', inject: keySetResponse('{"keys":[]}'), ...withKeys },
  { id: 'F40', name: 'JWK Set is empty, no keys', inject: keySetResponse('{"keys":[]}'), ...withoutKeys },
  { id: 'F40', name: 'JWK Set of 20,000 keys, keys kept', inject: keySetResponse(manyKeys), ...withKeys },
  { id: 'F40', name: 'JWK Set of 20,000 keys, no keys', inject: keySetResponse(manyKeys), ...withoutKeys },
  { id: 'F40', name: 'JWK Set cut short, keys kept', inject: { emulator: { kind: 'malformed' } }, ...withKeys },
  { id: 'F40', name: 'JWK Set cut short, no keys', inject: { emulator: { kind: 'malformed' } }, ...withoutKeys },
];
