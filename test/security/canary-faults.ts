/** Failures of an upstream, most of which repeat what it received. */
import type { SecretContent } from './canary-bodies.ts';
import { CANARY } from './canary-shapes.ts';

/** A fault of the emulated upstream (dev/faults/fault.ts). */
export interface Fault {
  readonly kind: string;
  readonly [member: string]: unknown;
}

export interface NamedFault {
  /** What the upstream does. */
  readonly name: string;
  readonly toFault: (content: SecretContent) => Fault;
}

/** Returns an error that repeats the secrets in every member. */
export function toEcho(secrets: readonly string[], encode: (secret: string) => string = String) {
  const texts = secrets.map(encode);
  const said = texts.map((text) => `The value '${text}' is wrong.`);
  return {
    code: 'BadRequest',
    message: said.join(' '),
    target: texts.join(),
    details: texts.map((text, index) => ({
      code: text,
      message: said[index],
      target: text,
      details: [{ code: 'Inner', message: text }],
    })),
    additionalInfo: texts.map((text) => ({ type: text, info: { [text]: 1, text, list: [text, { text }] } })),
    innererror: { code: texts[0], message: said[1], innererror: { code: 'Inner', message: said.join(' ') } },
  };
}

function toRefusal(name: string, toParts: (content: SecretContent) => Readonly<Record<string, unknown>>): NamedFault {
  return { name, toFault: (content) => ({ kind: 'status', status: 400, ...toParts(content) }) };
}

const BREAKS: Readonly<Record<string, Fault>> = {
  'responds late': { kind: 'delay', ms: 20 },
  'resets the connection': { kind: 'reset', processed: true },
  'resets the connection in its response': { kind: 'reset-mid-body', bytes: 20 },
  'cuts its response': { kind: 'truncate', bytes: 20 },
  'sends its body slowly': { kind: 'drip', bytes: 200, ms: 1 },
  'returns too much': { kind: 'big', bytes: 9_000_000 },
  'compresses far too much': { kind: 'gzip-bomb', bytes: 9_000_000 },
};

const FIELDS = 'x-ms-request-id request-id apim-request-id x-ms-error-code server set-cookie location'.split(' ');

/** Faults that repeat what was sent, or other private data. */
export const echoes: readonly NamedFault[] = [
  ...[401, 403, 409, 429, 500, 503].map((status) =>
    toRefusal(`responses ${status} and repeats them`, ({ secrets }) => ({
      status,
      body: { error: toEcho(secrets) },
      headers: { 'www-authenticate': `Bearer error="${CANARY}"`, 'retry-after': '1' },
    })),
  ),
  toRefusal('repeats them in a bare error', ({ secrets }) => ({
    body: { ...toEcho(secrets), details: secrets.join(' ') },
  })),
  toRefusal('repeats them in HTML', ({ secrets }) => ({ body: `<p>${secrets.join()}</p>`, contentType: 'text/html' })),
  toRefusal('repeats them in an error that is cut', ({ secrets }) => ({
    body: JSON.stringify(toEcho(secrets)).slice(0, -9),
  })),
  toRefusal('repeats one across the end of what is relayed', ({ secrets: [secret = ''] }) => ({
    body: { error: { code: 'Bad', message: 'x'.repeat(1_994 - Math.max(0, secret.indexOf(CANARY))) + secret } },
  })),
  toRefusal('redirects to an address that contains one', ({ secrets: [secret = ''] }) => ({
    status: 307,
    headers: { location: `https://evil.example/?${encodeURIComponent(secret)}` },
  })),
  toRefusal('puts canaries into its headers', () => ({
    body: { error: { code: 'Bad', message: 'Bad.' } },
    headers: Object.fromEntries(FIELDS.map((name) => [name, `${CANARY} ${name}`])),
  })),
  {
    name: 'repeats them in what is no JSON',
    toFault: ({ body }) => ({ kind: 'malformed', text: JSON.stringify(body).slice(1) }),
  },
  {
    name: 'repeats them in a success of another type',
    toFault: ({ body }) => ({ kind: 'malformed', text: JSON.stringify(body), contentType: 'text/plain' }),
  },
];

/** Every fault except silence, which takes long. */
export const faults: readonly NamedFault[] = [
  ...echoes,
  ...Object.entries(BREAKS).map(([name, fault]) => ({ name, toFault: () => fault })),
];
