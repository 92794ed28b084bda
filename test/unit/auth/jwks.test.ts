import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, expect, it, vi } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { SigningKeys } from '../../../lib/auth/jwks.ts';
import { describeCause, type Problem } from '../../../lib/http/problem.ts';
import { createFastClock, createManualClock } from '../../support/clocks.ts';
import { oddCalls, spoilCall } from '../../support/odd-calls.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const clock = createManualClock(1_800_000_000_000);

const [red, blue, curve] = await Promise.all([newKey('RS256'), newKey('RS256'), newKey('ES256')]);

async function newKey(alg: string): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return exportJWK(publicKey);
}

/** The response at a URL: a document, or a handler. */
type Publication = object | ((request: IncomingMessage, response: ServerResponse) => void);

let published: Readonly<Record<string, Publication>> = {};
/** The URLs that were fetched. */
let calls: string[] = [];

function servePublished(request: IncomingMessage, response: ServerResponse): void {
  const url = `http://${request.headers.host}${request.url}`;
  calls.push(url);
  const document = published[url];
  if (typeof document === 'function') document(request, response);
  else if (document) response.end(JSON.stringify(document));
  else response.writeHead(404).end('nothing here');
}

const [issuer, keyServer] = await Promise.all([
  listen(createServer(servePublished), 0),
  listen(createServer(servePublished), 0),
]);
afterAll(() => Promise.all([issuer.close(), keyServer.close()]));

const ISSUER = `${issuer.url}/{tenantid}/v2.0`;
const DISCOVERY = `${issuer.url}/common/v2.0/.well-known/openid-configuration`;
const JWKS = `${keyServer.url}/keys`;

/** Replaces the documents of the issuer; returns the list of fetches from now on. */
function publish(documents: Readonly<Record<string, Publication>>): string[] {
  published = documents;
  calls = [];
  return calls;
}

const respond =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

/** A key set of these keys by their ids. */
const setOf = (keys: Readonly<Record<string, JWK>>) => ({
  keys: Object.entries(keys).map(([kid, key]) => ({ ...key, kid })),
});
const BOTH = { [JWKS]: setOf({ blue, red }) };

const createByDiscovery = (issuer = ISSUER) => new SigningKeys({ issuer, jwksUri: undefined, clock });
const createAtJwks = () => new SigningKeys({ issuer: ISSUER, jwksUri: JWKS, clock });

/** Returns the key material, `none` without a matching key, or the Problem's type. */
async function findKey(keys: SigningKeys, kid: string | undefined, alg = 'RS256'): Promise<string | undefined> {
  try {
    const { n, x }: JWK = await keys.find({ alg, ...(kid === undefined ? {} : { kid }) });
    return n ?? x;
  } catch (error) {
    const { code, type } = error as { code?: string; type?: string };
    return code === 'ERR_JWKS_NO_MATCHING_KEY' ? 'none' : type;
  }
}

/** Returns keys that have fetched `red`, and the list of their fetches. */
async function openWithRed() {
  const fetched = publish({ [JWKS]: setOf({ red }) });
  const keys = createAtJwks();
  await findKey(keys, 'red');
  return { keys, fetched };
}

/** Returns the problem of a `find` that fails, and its logged reason. */
async function failToFind(keys: SigningKeys, kid = 'red') {
  const problem = (await keys.find({ alg: 'RS256', kid }).catch((error: unknown) => error)) as Problem;
  return { problem, reason: problem.reason ?? describeCause(problem.cause) };
}

/** Waits for a background refresh. */
const becomes = (expectation: () => void | Promise<void>) => vi.waitFor(expectation, { timeout: 20_000, interval: 5 });

/** Waits long enough to see a fetch that should not happen. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

it('keys are found by discovery; a template issuer is discovered at common (OpenID Connect Discovery 1.0 4)', async () => {
  const fetched = publish({
    [DISCOVERY]: { issuer: ISSUER, jwks_uri: JWKS },
    [JWKS]: setOf({ red }),
  });
  const keys = createByDiscovery();
  expect(fetched).toEqual([]);
  expect(await findKey(keys, 'red')).toBe(red.n);
  expect(fetched).toEqual([DISCOVERY, JWKS]);
});

it('an issuer that ends in a slash is discovered without it (OpenID Connect Discovery 1.0 4.1)', async () => {
  const slashed = `${issuer.url}/`;
  const fetched = publish({
    [`${issuer.url}/.well-known/openid-configuration`]: { issuer: slashed, jwks_uri: JWKS },
    [JWKS]: setOf({ red }),
  });
  expect(await findKey(createByDiscovery(slashed), 'red')).toBe(red.n);
  expect(fetched).toHaveLength(2);
});

it.each([
  ['another issuer (4.3)', { issuer: 'https://evil.example/v2.0' }, 'Discovery names another issuer than AUTH_ISSUER.'],
  ['the template filled in (4.3)', { issuer: ISSUER.replace('{tenantid}', 'common') }, 'another issuer'],
  ['no issuer', { issuer: undefined }, ''],
  ['no jwks_uri', { jwks_uri: undefined }, ''],
  ['a relative jwks_uri', { jwks_uri: 'keys' }, ''],
  ['a jwks_uri without TLS (3)', { jwks_uri: 'http://keys.example' }, 'Discovery names a jwks_uri that is not https.'],
])(
  'a discovery document with %s is rejected, and the log says why (OpenID Connect Discovery 1.0)',
  async (_, wrong, reason) => {
    const fetched = publish({ [DISCOVERY]: { issuer: ISSUER, jwks_uri: JWKS, ...wrong }, [JWKS]: setOf({ red }) });
    const keys = createByDiscovery();
    expect((await failToFind(keys)).reason).toContain(reason);
    expect(await findKey(keys, 'red')).toBe('auth_unavailable');
    expect(fetched).toEqual([DISCOVERY]);
  },
);

it('finds a key only by its id; a token without a key id causes no fetch', async () => {
  const fetched = publish(BOTH);
  const keys = createAtJwks();
  expect(await findKey(keys, undefined)).toBe('none');
  expect(fetched).toEqual([]);
  expect(await findKey(keys, 'blue')).toBe(blue.n);
  expect(await findKey(keys, 'red')).toBe(red.n);
  expect(await findKey(keys, 'RED')).toBe('none');
});

it('a key that gets another issuer is another version of the keys', async () => {
  const { keys } = await openWithRed();
  const before = keys.version();
  publish({ [JWKS]: { keys: [{ ...red, kid: 'red', issuer: ISSUER }] } });
  clock.time += HOUR;
  await becomes(async () => expect((await keys.find({ alg: 'RS256', kid: 'red' })).issuer).toBe(ISSUER));
  expect(keys.version()).not.toBe(before);
});

it.each<[string, JWK, string, boolean]>([
  ['an RSA key may verify PS512', red, 'PS512', true],
  ['an EC key may verify ES256', curve, 'ES256', true],
  ['an EC key may not verify RS256', curve, 'RS256', false],
  ['a key for another algorithm may not verify', { ...red, alg: 'RS512' }, 'RS256', false],
])('%s (RFC 7517 4.1 to 4.4)', async (_, jwk, alg, mayVerify) => {
  publish({ [JWKS]: { keys: [{ ...jwk, kid: 'it' }] } });
  expect(await findKey(createAtJwks(), 'it', alg)).toBe(mayVerify ? (jwk.n ?? jwk.x) : 'none');
});

it.each([
  ['of another type', { kty: 'OKP', kid: 'odd', crv: 'Ed25519', x: 'AA' }],
  ['that is a secret', { kty: 'oct', kid: 'odd', k: 'AAAA' }],
  ['without an id', { ...blue }],
  ['whose id is a number', { ...blue, kid: 5 }],
  ['whose issuer is a list', { ...blue, kid: 'odd', issuer: [] }],
  ['whose issuer is empty', { ...blue, kid: 'odd', issuer: '' }],
])('a key %s is ignored, the other keys are used (RFC 7517 5)', async (_, odd) => {
  publish({ [JWKS]: { keys: [odd, { ...red, kid: 'red' }] } });
  const keys = createAtJwks();
  expect(await findKey(keys, 'red')).toBe(red.n);
  expect(await findKey(keys, 'odd')).toBe('none');
});

it.each([
  ['HTML', respond(200, '<html>', { 'content-type': 'text/html' }), ''],
  ['no keys', { keys: [] }, 'The JWK Set has no usable key.'],
  ['no usable keys', { keys: [{ kty: 'oct', kid: 'red', k: 'AAAA' }] }, 'The JWK Set has no usable key.'],
  ['too many keys', { keys: Array(101).fill({ ...red, kid: 'red' }) }, ''],
  ['too many bytes', respond(200, ' '.repeat(256 * 1024 + 1)), 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
  ['an error', respond(500, JSON.stringify(setOf({ red }))), 'HTTP status 500.'],
  ['a redirect', respond(302, '', { location: '/elsewhere' }), 'HTTP status 302.'],
  ['no response', ({ socket }: IncomingMessage) => socket.destroy(), ''],
])(
  'a cold start that gets %s is a 503 with Retry-After, and the log says why (F37, F40)',
  async (_, publication, reason) => {
    publish({ [JWKS]: publication });
    const failed = await failToFind(createAtJwks());
    expect(failed.problem).toMatchObject({ type: 'auth_unavailable', status: 503, headers: { 'retry-after': '5' } });
    expect(failed.reason).toContain(reason);
  },
);

it('the time limit of two seconds covers discovery and keys together (P-02)', async () => {
  const late = (document: object) => (_: IncomingMessage, response: ServerResponse) => {
    setTimeout(() => response.end(JSON.stringify(document)), 150);
  };
  publish({ [DISCOVERY]: late({ issuer: ISSUER, jwks_uri: JWKS }), [JWKS]: late(setOf({ red })) });
  const hurried = createFastClock(10);
  expect(await findKey(new SigningKeys({ issuer: ISSUER, jwksUri: undefined, clock: hurried }), 'red')).toBe(
    'auth_unavailable',
  );
});

it('a key set of 256 KiB and 100 keys is accepted (F40)', async () => {
  const keys = Array.from({ length: 100 }, (_, number) => ({ ...red, kid: `red-${number}` }));
  const text = JSON.stringify({ keys }).padEnd(256 * 1024);
  publish({
    [JWKS]: (_: IncomingMessage, response: ServerResponse) => {
      response.write(text.slice(0, 128 * 1024));
      response.end(text.slice(128 * 1024));
    },
  });
  expect(await findKey(createAtJwks(), 'red-99')).toBe(red.n);
});

it('keys are refreshed after an hour, in the background; withdrawn ones are refused (F41, P-23, P-24)', async () => {
  const { keys } = await openWithRed();
  const fetched = publish({ [JWKS]: setOf({ red: blue }) });
  clock.time += HOUR - 1;
  expect(await findKey(keys, 'red')).toBe(red.n);
  await settle();
  expect(fetched).toEqual([]);
  clock.time += 1;
  expect(await findKey(keys, 'red')).toBe(red.n);
  await becomes(async () => expect(await findKey(keys, 'red')).toBe(blue.n));
  expect(fetched).toHaveLength(1);
});

it('no request waits for a hanging refresh, and no second one is started (F39)', async () => {
  const { keys } = await openWithRed();
  clock.time += HOUR;
  const fetched = publish({ [JWKS]: () => {} });
  for (let count = 0; count < 10; count++) expect(await findKey(keys, 'red')).toBe(red.n);
  await becomes(() => expect(fetched).toHaveLength(1));
  for (let count = 0; count < 10; count++) expect(await findKey(keys, 'red')).toBe(red.n);
  await settle();
  expect(fetched).toHaveLength(1);
});

it('a failed refresh is retried after 30 seconds', async () => {
  const { keys } = await openWithRed();
  const fetched = publish({});
  clock.time += HOUR;
  await findKey(keys, 'red');
  await becomes(() => expect(fetched).toHaveLength(1));
  clock.time += 30 * SECOND - 1;
  await findKey(keys, 'red');
  await settle();
  expect(fetched).toHaveLength(1);
  clock.time += 1;
  await becomes(async () => {
    await findKey(keys, 'red');
    expect(fetched).toHaveLength(2);
  });
});

it('without keys the next fetch is allowed after a second', async () => {
  const fetched = publish({});
  const keys = createAtJwks();
  for (const [passedMs, fetches] of [
    [0, 1],
    [SECOND - 1, 1],
    [1, 2],
  ] as const) {
    clock.time += passedMs;
    expect([await findKey(keys, 'red'), fetched.length]).toEqual(['auth_unavailable', fetches]);
  }
});

it('a new key is accepted on its first request, 30 seconds after the last fetch; an unknown key id causes one fetch in that time, shared by its callers (F38, P-24)', async () => {
  const { keys } = await openWithRed();
  const fetched = publish(BOTH);
  clock.time += 30 * SECOND - 1;
  // It was published after the last fetch, as far as anybody knows.
  const { problem, reason } = await failToFind(keys, 'blue');
  expect(problem).toMatchObject({ type: 'auth_unavailable', headers: { 'retry-after': '1' } });
  expect([reason, fetched.length]).toEqual(['unknown_key', 0]);
  clock.time += 1;
  const found = await Promise.all(['gone', 'gone-too', 'blue'].map((kid) => findKey(keys, kid)));
  expect(found).toEqual(['none', 'none', blue.n]);
  clock.time += 1;
  expect([await findKey(keys, 'gone'), fetched.length]).toEqual(['auth_unavailable', 1]);
});

it.each([
  ['of another type', [{ ...red }, { ...curve }]],
  [
    'for another use',
    [
      { ...red, use: 'sig' },
      { ...blue, use: 'enc' },
    ],
  ],
  [
    'of another issuer',
    [
      { ...red, issuer: ISSUER },
      { ...curve, issuer: 'https://elsewhere.example' },
    ],
  ],
])(
  'two keys with one id, the second %s: the algorithm of the token chooses, in any order (RFC 7517 4.5)',
  async (_, pair) => {
    for (const order of [pair, pair.toReversed()]) {
      publish({ [JWKS]: { keys: order.map((key) => ({ ...key, kid: 'it' })) } });
      const keys = createAtJwks();
      expect(await findKey(keys, 'it', 'RS256')).toBe(red.n);
      if (pair[1]?.kty === 'EC') expect(await findKey(keys, 'it', 'ES256')).toBe(curve.x);
      const { issuer } = await keys.find({ alg: 'RS256', kid: 'it' });
      expect(issuer).toBe((pair[0] as { issuer?: string }).issuer);
    }
  },
);

it('a key that is published twice is one', async () => {
  publish({
    [JWKS]: {
      keys: [
        { ...red, kid: 'it' },
        { ...red, kid: 'it' },
      ],
    },
  });
  expect(await findKey(createAtJwks(), 'it')).toBe(red.n);
});

it.each(oddCalls)(
  'call $n of the issuer $mishap: 30 s after a failed fetch a new key is known; a start has keys after 5 s (P-24)',
  async ({ n, mishap }) => {
    for (const isStart of [true, false]) {
      const odd = spoilCall(n, mishap, { limitMs: 450, lateMs: 5 });
      let all = setOf({ red });
      const spoiled = (document: () => object) => (_: IncomingMessage, response: ServerResponse) =>
        void odd(() => JSON.stringify(document())).then(
          (text) => response.end(text),
          () => response.destroy(),
        );
      publish({ [DISCOVERY]: spoiled(() => ({ issuer: ISSUER, jwks_uri: JWKS })), [JWKS]: spoiled(() => all) });
      // Its two seconds are 400 ms.
      const hurried = createManualClock(1_800_000_000_000, 5);
      const keys = new SigningKeys({ issuer: ISSUER, jwksUri: undefined, clock: hurried });
      if (!isStart) await findKey(keys, 'red');
      odd.start();
      all = setOf({ red, blue });
      for (let second = 0; second <= (isStart ? 4 : 65); second += 2) {
        hurried.time += 2_000;
        if (!isStart) expect(await findKey(keys, 'red')).toBe(red.n);
        expect(['auth_unavailable', blue.n]).toContain(await findKey(keys, 'blue'));
      }
      expect(await findKey(keys, 'blue')).toBe(blue.n);
    }
  },
);

it('F60: after a failed fetch an unknown key id is 503 until the next, which it says; the known keys stay (P-24)', async () => {
  const { keys } = await openWithRed();
  const fetched = publish({});
  clock.time += MINUTE;
  for (const retryAfter of ['30', '20']) {
    const { problem } = await failToFind(keys, 'blue');
    expect(problem).toMatchObject({ type: 'auth_unavailable', headers: { 'retry-after': retryAfter } });
    clock.time += 10 * SECOND;
  }
  expect(fetched).toHaveLength(1);
  expect(await findKey(keys, 'red')).toBe(red.n);
  publish({ [JWKS]: setOf({ red }) });
  clock.time += 10 * SECOND;
  expect([await findKey(keys, 'blue'), await findKey(keys, 'gone')]).toEqual(['none', 'none']);
});

it.each([-HOUR, HOUR])('F58: setting the system time by %d ms makes no key older, and delays no fetch', async (ms) => {
  const { keys } = await openWithRed();
  clock.jump(24 * ms);
  publish({});
  expect(await findKey(keys, 'red')).toBe(red.n);
  publish({ [JWKS]: setOf({ blue }) });
  clock.time += 30 * SECOND;
  expect(await findKey(keys, 'blue')).toBe(blue.n);
});

it('version is undefined for keys of a day ago, and does not fetch (P-23)', async () => {
  const { keys } = await openWithRed();
  const fetched = publish({ [JWKS]: setOf({ red }) });
  clock.time += 24 * HOUR - 1;
  expect(keys.version()).toBeDefined();
  await becomes(() => expect(fetched).toHaveLength(1));
  await settle();
  clock.time += 24 * HOUR;
  expect(keys.version()).toBeUndefined();
  await settle();
  expect(fetched).toHaveLength(1);
});
