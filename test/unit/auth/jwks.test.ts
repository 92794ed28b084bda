import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, expect, it, vi } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { createSigningKeys, type SigningKeys } from '../../../lib/auth/jwks.ts';
import { describeCause } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const clock = createManualClock(1_800_000_000_000);

const [red, blue, curve] = await Promise.all([newKey('RS256'), newKey('RS256'), newKey('ES256')]);

async function newKey(alg: string): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(publicKey);
}

interface Fetched {
  readonly url: string;
  readonly at: number;
}

/** What the issuer answers at an address: a document, or an answer of its own making. */
type Publication = object | ((request: IncomingMessage, response: ServerResponse) => void);

let published: Readonly<Record<string, Publication>> = {};
let calls: Fetched[] = [];

function answerPublished(request: IncomingMessage, response: ServerResponse): void {
  const url = `http://${request.headers.host}${request.url}`;
  calls.push({ url, at: clock.now() });
  const document = published[url];
  if (typeof document === 'function') document(request, response);
  else if (document) response.end(JSON.stringify(document));
  else response.writeHead(404).end('nothing here');
}

const [issuer, keys] = await Promise.all([
  listen(createServer(answerPublished), 0),
  listen(createServer(answerPublished), 0),
]);
afterAll(() => Promise.all([issuer.close(), keys.close()]));

const ISSUER = `${issuer.url}/{tenantid}/v2.0`;
const DISCOVERY = `${issuer.url}/common/v2.0/.well-known/openid-configuration`;
const JWKS = `${keys.url}/keys`;

/** Puts documents at addresses, in the place of all that were; answers the list of what is fetched. */
function publish(documents: Readonly<Record<string, Publication>>): Fetched[] {
  published = documents;
  calls = [];
  return calls;
}

const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

const createAtJwks = () => createSigningKeys({ issuer: ISSUER, jwksUri: JWKS, clock });

/** Answers the key material that is found, `none` where there is no such key, or the Problem's type. */
async function look(keySet: SigningKeys, kid: string | undefined, alg = 'RS256'): Promise<string | undefined> {
  try {
    const key = await keySet.find({ alg, ...(kid === undefined ? {} : { kid }) });
    const { n, x } = await exportJWK(key);
    return n ?? x;
  } catch (error) {
    const { code, type } = error as { code?: string; type?: string };
    return code === 'ERR_JWKS_NO_MATCHING_KEY' ? 'none' : type;
  }
}

/** Answers what the log is told of a look in vain. */
async function reasonOf(keySet: SigningKeys): Promise<string | undefined> {
  const problem = await keySet.find({ alg: 'RS256', kid: 'red' }).catch((error: unknown) => error);
  return describeCause((problem as { cause: unknown }).cause);
}

/** Waits for what runs beside the requests. */
const becomes = (expectation: () => void | Promise<void>) => vi.waitFor(expectation, { timeout: 5_000, interval: 5 });

/** Leaves time for what should not be. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

it('is found by discovery; a template issuer is discovered at common (OpenID Connect Discovery 1.0 4)', async () => {
  const fetched = publish({
    [DISCOVERY]: { issuer: ISSUER, jwks_uri: JWKS },
    [JWKS]: { keys: [{ ...red, kid: 'red' }] },
  });
  const keySet = createSigningKeys({ issuer: ISSUER, jwksUri: undefined, clock });
  expect(fetched).toEqual([]);
  expect(await look(keySet, 'red')).toBe(red.n);
  expect(fetched.map(({ url }) => url)).toEqual([DISCOVERY, JWKS]);
});

it('an issuer that ends in a slash is discovered without it (OpenID Connect Discovery 1.0 4.1)', async () => {
  const slashed = `${issuer.url}/`;
  const fetched = publish({
    [`${issuer.url}/.well-known/openid-configuration`]: { issuer: slashed, jwks_uri: JWKS },
    [JWKS]: { keys: [{ ...red, kid: 'red' }] },
  });
  expect(await look(createSigningKeys({ issuer: slashed, jwksUri: undefined, clock }), 'red')).toBe(red.n);
  expect(fetched).toHaveLength(2);
});

it('an address of its own needs no discovery', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  expect(await look(createAtJwks(), 'red')).toBe(red.n);
  expect(fetched.map(({ url }) => url)).toEqual([JWKS]);
});

it.each([
  ['names another issuer (4.3)', { issuer: 'https://evil.example/v2.0', jwks_uri: JWKS }],
  ['names an issuer filled in (4.3)', { issuer: ISSUER.replace('{tenantid}', 'common'), jwks_uri: JWKS }],
  ['names no issuer', { jwks_uri: JWKS }],
  ['names no keys', { issuer: ISSUER }],
  ['names keys at no address', { issuer: ISSUER, jwks_uri: 'keys' }],
  ['names keys at an address without TLS (3)', { issuer: ISSUER, jwks_uri: 'http://keys.example/keys' }],
])('a discovery document that %s is of no use (OpenID Connect Discovery 1.0)', async (_, document) => {
  const fetched = publish({ [DISCOVERY]: document, [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  expect(await look(createSigningKeys({ issuer: ISSUER, jwksUri: undefined, clock }), 'red')).toBe('auth_unavailable');
  expect(fetched.map(({ url }) => url)).toEqual([DISCOVERY]);
});

it.each([
  ['another issuer', { issuer: 'https://evil.example' }, 'Discovery names another issuer than AUTH_ISSUER.'],
  ['keys without TLS', { jwks_uri: 'http://keys.example' }, 'Discovery names a jwks_uri that is not https.'],
])('an operator is told that discovery names %s', async (_, wrong, reason) => {
  publish({ [DISCOVERY]: { issuer: ISSUER, jwks_uri: JWKS, ...wrong } });
  expect(await reasonOf(createSigningKeys({ issuer: ISSUER, jwksUri: undefined, clock }))).toContain(reason);
});

it.each([
  ['no usable key', { keys: [] }, 'The JWK Set holds no usable key.'],
  ['too large a document', answer(200, ' '.repeat(256 * 1024 + 1)), 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
  ['an error', answer(418, 'x'), 'Answered 418.'],
  ['a redirect', answer(302, '', { location: '/elsewhere' }), 'Answered 302.'],
])('an operator is told of %s', async (_, publication, reason) => {
  publish({ [JWKS]: publication });
  expect(await reasonOf(createAtJwks())).toContain(reason);
});

it('many first tokens cost one fetch', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  const found = await Promise.all(Array.from({ length: 100 }, () => look(keySet, 'red')));
  expect(new Set(found)).toEqual(new Set([red.n]));
  expect(fetched).toHaveLength(1);
});

it('prepared, the first token finds the keys fetched or on their way', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  keySet.prefetch();
  expect(await look(keySet, 'red')).toBe(red.n);
  expect(fetched).toHaveLength(1);
});

it('prepared in vain, the first token has the keys fetched all the same', async () => {
  const fetched = publish({});
  const keySet = createAtJwks();
  keySet.prefetch();
  await becomes(() => expect(fetched).toHaveLength(1));
  await settle();
  const again = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  expect(await look(keySet, 'red')).toBe(red.n);
  expect(again).toHaveLength(1);
});

it('finds the key by its id alone; a token that names none costs no fetch', async () => {
  const fetched = publish({
    [JWKS]: {
      keys: [
        { ...red, kid: 'red' },
        { ...blue, kid: 'blue' },
      ],
    },
  });
  const keySet = createAtJwks();
  expect(await look(keySet, undefined)).toBe('none');
  expect(fetched).toEqual([]);
  expect(await look(keySet, 'blue')).toBe(blue.n);
  expect(await look(keySet, 'red')).toBe(red.n);
  expect(await look(keySet, 'RED')).toBe('none');
});

it('a key is imported once', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  const key = await keySet.find({ alg: 'RS256', kid: 'red' });
  expect(await keySet.find({ alg: 'RS256', kid: 'red' })).toBe(key);
  expect(await keySet.find({ alg: 'PS256', kid: 'red' })).not.toBe(key);
});

it.each([
  ['an RSA key may verify RS256', red, 'RS256', true],
  ['an RSA key may verify PS512', red, 'PS512', true],
  ['an EC key may verify ES256', curve, 'ES256', true],
  ['an RSA key may not verify ES256', red, 'ES256', false],
  ['an EC key may not verify RS256', curve, 'RS256', false],
  ['a key for signatures may verify', { ...red, use: 'sig' }, 'RS256', true],
  ['a key for encryption may not verify', { ...red, use: 'enc' }, 'RS256', false],
  ['a key for this algorithm may verify', { ...red, alg: 'RS256' }, 'RS256', true],
  ['a key for another algorithm may not verify', { ...red, alg: 'RS512' }, 'RS256', false],
] as const)('%s (RFC 7517 4.1, 4.2, 4.4)', async (_, jwk: JWK, alg, mayVerify) => {
  publish({ [JWKS]: { keys: [{ ...jwk, kid: 'it' }] } });
  expect(await look(createAtJwks(), 'it', alg)).toBe(mayVerify ? (jwk.n ?? jwk.x) : 'none');
});

it.each([
  ['of another type', { kty: 'OKP', kid: 'odd', crv: 'Ed25519', x: 'AA' }],
  ['that is a secret', { kty: 'oct', kid: 'odd', k: 'AAAA' }],
  ['without an id', { ...blue }],
  ['without a type', { kid: 'odd' }],
  ['whose id is a number', { ...blue, kid: 5 }],
])('a key %s is ignored, the others are of use (RFC 7517 5)', async (_, odd) => {
  publish({ [JWKS]: { keys: [odd, { ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  expect(await look(keySet, 'red')).toBe(red.n);
  expect(await look(keySet, 'odd')).toBe('none');
});

it.each([
  ['HTML', answer(200, '<html>', { 'content-type': 'text/html' })],
  ['JSON that is no key set', answer(200, '{}')],
  ['null', answer(200, 'null')],
  ['no keys', answer(200, '{"keys":[]}')],
  ['no usable keys', answer(200, '{"keys":[{"kty":"oct","kid":"red","k":"AAAA"}]}')],
  ['an error', answer(500, JSON.stringify({ keys: [{ ...red, kid: 'red' }] }))],
  ['no content', answer(204, '')],
  ['no answer', ({ socket }: IncomingMessage) => socket.destroy()],
])('a cold start that gets %s is told 503 with the time to come again (F37, F40)', async (_, publication) => {
  publish({ [JWKS]: publication });
  const finding = createAtJwks().find({ alg: 'RS256', kid: 'red' });
  await expect(finding).rejects.toMatchObject({
    type: 'auth_unavailable',
    status: 503,
    headers: { 'retry-after': '5' },
  });
});

it('no redirect is followed: the keys come from where the settings say', async () => {
  const elsewhere = `${keys.url}/elsewhere`;
  const fetched = publish({
    [DISCOVERY]: { issuer: ISSUER, jwks_uri: JWKS },
    [JWKS]: answer(302, '', { location: elsewhere }),
    [elsewhere]: { keys: [{ ...red, kid: 'red' }] },
  });
  expect(await look(createSigningKeys({ issuer: ISSUER, jwksUri: undefined, clock }), 'red')).toBe('auth_unavailable');
  expect(fetched.map(({ url }) => url)).toEqual([DISCOVERY, JWKS]);
});

it('a document that never comes is not waited for', async () => {
  publish({ [JWKS]: () => {} });
  const keySet = createSigningKeys({ issuer: ISSUER, jwksUri: JWKS, clock: createManualClock(clock.time, 100) });
  expect(await reasonOf(keySet)).toBe('TimeoutError');
});

it('two seconds are given to discovery and keys together (reliability 4.1)', async () => {
  const late = (document: object) => (_: IncomingMessage, response: ServerResponse) => {
    setTimeout(() => response.end(JSON.stringify(document)), 150);
  };
  publish({ [DISCOVERY]: late({ issuer: ISSUER, jwks_uri: JWKS }), [JWKS]: late({ keys: [{ ...red, kid: 'red' }] }) });
  const hurried = createManualClock(clock.time, 10);
  expect(await look(createSigningKeys({ issuer: ISSUER, jwksUri: undefined, clock: hurried }), 'red')).toBe(
    'auth_unavailable',
  );
});

it('no connection is kept for the hour until the next fetch', async () => {
  let ended = 0;
  publish({
    [JWKS]: ({ socket }: IncomingMessage, response: ServerResponse) => {
      socket.once('close', () => ended++);
      response.end(JSON.stringify({ keys: [{ ...red, kid: 'red' }] }));
    },
  });
  await look(createAtJwks(), 'red');
  await vi.waitFor(() => expect(ended).toBe(1));
});

it('a clock of any speed gives a time limit', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createSigningKeys({ issuer: ISSUER, jwksUri: JWKS, clock: createManualClock(clock.time, 3) });
  expect(await look(keySet, 'red')).toBe(red.n);
});

it.each([
  ['256 KiB', 256 * 1024, true],
  ['a byte more', 256 * 1024 + 1, false],
])('a key set of %s is read: %s (F40)', async (_, bytes, isRead) => {
  const text = JSON.stringify({ keys: [{ ...red, kid: 'red' }] }).padEnd(bytes);
  publish({
    [JWKS]: (_: IncomingMessage, response: ServerResponse) => {
      response.write(text.slice(0, bytes / 2));
      response.end(text.slice(bytes / 2));
    },
  });
  expect(await look(createAtJwks(), 'red')).toBe(isRead ? red.n : 'auth_unavailable');
});

it.each([
  [100, true],
  [101, false],
])('a key set of %i keys is taken: %s (F40)', async (count, isTaken) => {
  publish({ [JWKS]: { keys: Array.from({ length: count }, (_, number) => ({ ...red, kid: `red-${number}` })) } });
  expect(await look(createAtJwks(), 'red-99')).toBe(isTaken ? red.n : 'auth_unavailable');
});

it('is fetched again an hour later, beside the requests (reliability 4.5)', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'it');
  const fetched = publish({ [JWKS]: { keys: [{ ...blue, kid: 'it' }] } });
  clock.time += HOUR - 1;
  expect(await look(keySet, 'it')).toBe(red.n);
  await settle();
  expect(fetched).toEqual([]);
  clock.time += 1;
  expect(await look(keySet, 'it')).toBe(red.n);
  await becomes(async () => expect(await look(keySet, 'it')).toBe(blue.n));
  expect(fetched).toHaveLength(1);
});

it('a key that was withdrawn is refused after the hour (F41)', async () => {
  publish({
    [JWKS]: {
      keys: [
        { ...red, kid: 'red' },
        { ...blue, kid: 'blue' },
      ],
    },
  });
  const keySet = createAtJwks();
  expect(await look(keySet, 'red')).toBe(red.n);
  publish({ [JWKS]: { keys: [{ ...blue, kid: 'blue' }] } });
  clock.time += HOUR;
  await look(keySet, 'blue');
  await becomes(async () => expect(await look(keySet, 'red')).toBe('none'));
});

it('nobody waits while a refresh hangs, and no second one is begun (F39)', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  clock.time += HOUR;
  const fetched = publish({ [JWKS]: () => {} });
  for (let count = 0; count < 10; count++) expect(await look(keySet, 'red')).toBe(red.n);
  await becomes(() => expect(fetched).toHaveLength(1));
  for (let count = 0; count < 10; count++) expect(await look(keySet, 'red')).toBe(red.n);
  await settle();
  expect(fetched).toHaveLength(1);
});

it('an outage of a day is invisible: the last good keys are of use for 24 hours (F36, G11)', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  const fetched = publish({});
  clock.time += 24 * HOUR - 1;
  expect(await look(keySet, 'red')).toBe(red.n);
  await becomes(() => expect(fetched).toHaveLength(1));
  clock.time += 1;
  expect(await look(keySet, 'red')).toBe('auth_unavailable');
  publish({ [JWKS]: { keys: [{ ...blue, kid: 'red' }] } });
  clock.time += SECOND;
  expect(await look(keySet, 'red')).toBe(blue.n);
});

it('a failed refresh is tried again after 30 seconds', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  const fetched = publish({});
  clock.time += HOUR;
  await look(keySet, 'red');
  await becomes(() => expect(fetched).toHaveLength(1));
  clock.time += 30 * SECOND - 1;
  await look(keySet, 'red');
  await settle();
  expect(fetched).toHaveLength(1);
  clock.time += 1;
  await becomes(async () => {
    await look(keySet, 'red');
    expect(fetched).toHaveLength(2);
  });
});

it('without any keys the next try comes after a second', async () => {
  const fetched = publish({});
  const keySet = createAtJwks();
  expect(await look(keySet, 'red')).toBe('auth_unavailable');
  clock.time += SECOND - 1;
  expect(await look(keySet, 'red')).toBe('auth_unavailable');
  expect(fetched).toHaveLength(1);
  clock.time += 1;
  expect(await look(keySet, 'red')).toBe('auth_unavailable');
  expect(fetched).toHaveLength(2);
});

it('a new key is accepted on its first request, 30 seconds after the last fetch (F38, G11)', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  const rolled = {
    keys: [
      { ...blue, kid: 'blue' },
      { ...red, kid: 'red' },
    ],
  };
  const fetched = publish({ [JWKS]: rolled });
  clock.time += 30 * SECOND - 1;
  expect(await look(keySet, 'blue')).toBe('none');
  expect(fetched).toEqual([]);
  clock.time += 1;
  expect(await look(keySet, 'blue')).toBe(blue.n);
  expect(fetched).toHaveLength(1);
});

it('all who come with a new key while it is being fetched are accepted', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  const fetched = publish({ [JWKS]: { keys: [{ ...blue, kid: 'blue' }] } });
  clock.time += MINUTE;
  expect(await Promise.all([look(keySet, 'blue'), look(keySet, 'blue')])).toEqual([blue.n, blue.n]);
  expect(fetched).toHaveLength(1);
});

it('the third fetch for unknown keys comes five minutes after the first of the last two', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  clock.time += MINUTE;
  await look(keySet, 'gone-1');
  clock.time += 4 * MINUTE - 1;
  await look(keySet, 'gone-2');
  expect(fetched).toHaveLength(2);
  clock.time += 1;
  await look(keySet, 'gone-3');
  expect(fetched).toHaveLength(3);
  clock.time += MINUTE - 1;
  await look(keySet, 'gone-4');
  expect(fetched).toHaveLength(3);
  clock.time += 1;
  await look(keySet, 'gone-5');
  expect(fetched).toHaveLength(4);
});

it('one unknown key is looked for once in five minutes, and its callers share the fetch (reliability 4.5)', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  clock.time += HOUR / 2;
  expect(await Promise.all([look(keySet, 'gone'), look(keySet, 'gone'), look(keySet, 'gone-too')])).toEqual([
    'none',
    'none',
    'none',
  ]);
  expect(fetched).toHaveLength(2);
  clock.time += 5 * MINUTE - 1;
  expect(await look(keySet, 'gone')).toBe('none');
  expect(fetched).toHaveLength(2);
  clock.time += 1;
  expect(await look(keySet, 'gone')).toBe('none');
  expect(fetched).toHaveLength(3);
});

it('an unknown key whose fetch fails is refused, and the known keys stay', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'red');
  const fetched = publish({});
  clock.time += MINUTE;
  expect(await look(keySet, 'blue')).toBe('none');
  expect(fetched).toHaveLength(1);
  expect(await look(keySet, 'red')).toBe(red.n);
});

it('a flood of made-up key ids costs two fetches in any five minutes, and no good caller (A14, G10)', async () => {
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'red' }] } });
  const keySet = createAtJwks();
  const found = new Set<string | undefined>();
  for (let number = 0; number < 6_000; number++) {
    clock.time += 201;
    await keySet.find({ alg: 'RS256', kid: `made-up-${number}` }).catch(() => {});
    if (number % 500 === 0) found.add(await look(keySet, 'red'));
  }
  expect(found).toEqual(new Set([red.n]));
  const times = fetched.map(({ at }) => at);
  const spans = times.slice(2).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(5 * MINUTE);
  // And the bound is used: a real roll is not kept waiting for longer.
  expect(times.length).toBeGreaterThanOrEqual(6);
});

it('the keys in force have a number: undefined without usable ones, the same until a fetch brings others', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  const keySet = createAtJwks();
  expect(keySet.version()).toBeUndefined();
  await look(keySet, 'it');
  const first = keySet.version();
  expect(first).toEqual(expect.any(Number));
  clock.time += HOUR;
  await look(keySet, 'it');
  await settle();
  expect(keySet.version()).toBe(first);
  publish({ [JWKS]: { keys: [{ ...blue, kid: 'it' }] } });
  clock.time += HOUR;
  await becomes(async () => expect(await look(keySet, 'it')).toBe(blue.n));
  const second = keySet.version();
  expect(second).toEqual(expect.any(Number));
  expect(second).not.toBe(first);
});

it('asking for that number has the keys fetched again when they are due: remembered tokens ask for nothing else', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'it');
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  clock.time += HOUR - 1;
  keySet.version();
  await settle();
  expect(fetched).toEqual([]);
  clock.time += 1;
  keySet.version();
  await becomes(() => expect(fetched).toHaveLength(1));
});

it('keys of a day ago have no number, and asking for one fetches none (reliability 4.5)', async () => {
  publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  const keySet = createAtJwks();
  await look(keySet, 'it');
  const fetched = publish({ [JWKS]: { keys: [{ ...red, kid: 'it' }] } });
  clock.time += 24 * HOUR - 1;
  expect(keySet.version()).toEqual(expect.any(Number));
  await becomes(() => expect(fetched).toHaveLength(1));
  await settle();
  clock.time += 24 * HOUR;
  expect(keySet.version()).toBeUndefined();
  await settle();
  expect(fetched).toHaveLength(1);
});
