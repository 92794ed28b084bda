/** Faults F36 to F40: the JWK Set of the token issuer. */
import { keysUnavailable, success } from './expectations.ts';
import type { KeysFault } from './types.ts';

const signInPage = { emulator: { kind: 'html' } } as const;

const withKeys = { keys: 'kept', cold: success(), withinMs: 1_000 } as const;
const withoutKeys = { keys: 'none', cold: keysUnavailable, withinMs: 2_000 } as const;
const keySetResponse = (text: string) => ({
  proxy: { kind: 'response', text: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${text}` } as const,
});

/** What makes a set unusable: test/unit/auth/jwks.test.ts. */
export const keysFaults: readonly KeysFault[] = [
  { id: 'F36', name: 'JWK Set keys kept', inject: { proxy: { kind: 'down' } }, ...withKeys },
  { id: 'F37', name: 'JWK Set no keys', inject: { proxy: { kind: 'down' } }, ...withoutKeys },
  { id: 'F39', name: 'JWK Set does not arrive, keys kept', inject: { proxy: { kind: 'black-hole' } }, ...withKeys },
  { id: 'F39', name: 'JWK Set does not arrive, no keys', inject: { proxy: { kind: 'black-hole' } }, ...withoutKeys },
  { id: 'F40', name: 'JWK Set is empty, keys kept', inject: keySetResponse('{"keys":[]}'), ...withKeys },
  { id: 'F40', name: 'JWK Set is HTML, no keys', inject: signInPage, ...withoutKeys },
];
