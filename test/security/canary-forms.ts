/** Secrets of every shape, each with a canary: letters that no encoding changes, so that it can be found anywhere; and failures of an upstream that repeat them. */
import type { SecretContent } from './canary-bodies.ts';

/** The prefix of every canary. */
export const CANARY = 'Cnry';

/** Returns a secret that contains the canary. */
export type Shape = (canary: string) => string;

export const shapes: Readonly<Record<string, Shape>> = {
  'client secret': (canary) => `8Q~${canary}_x.Y-z~`,
  'account key': (canary) => `${canary}/abc+defghijklmnopqrstuvwxyz0123456789==`,
  'password with quotes': (canary) => `p"${canary}'"`,
  'password with backslashes': (canary) => `C:\\${canary}\\n\\"`,
  'password of many alphabets': (canary) => `pÄss_${canary}_密碼🔑`,
  'password like markup': (canary) => `<b title='${canary}'>&amp;</b>`,
  'password like a pattern': (canary) => `(.*)[${canary}]+^$|`,
  'password like a replacement': (canary) => `$&${canary}$1$\``,
  'password with control characters': (canary) => `tab\t${canary}\r\nline\u0001`,
  'SAS token': (canary) => `sv=2024-11-04&ss=b&srt=o&sig=${canary}%2Fab%3D&se=2030-01-01T00%3A00%3A00Z`,
  'bearer token': (canary) => `eyJhbGciOiJSUzI1NiJ9.eyJ${canary}.c2lnbmF0dXJl-_${canary}`,
  'storage connection string': (canary) =>
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${canary}==;EndpointSuffix=core.example`,
  'private key': (canary) =>
    `-----BEGIN PRIVATE KEY-----\n${canary}MIIEvgIBADANBgkq\nhkiG9w0BAQEF/+==\n-----END PRIVATE KEY-----\n`,
  'long one': (canary) => `${'x'.repeat(900)}${canary}${'y'.repeat(900)}`,
};

export const shapeNames = Object.keys(shapes);

const toUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Notations of the JSON in which an upstream could repeat a text. */
export const notations: Readonly<Record<string, (json: string) => string>> = {
  'as it was sent': (json) => json,
  // As .NET writes it: characters with a meaning in HTML are escaped, too.
  'with escapes': (json) => json.replace(/[^ -~]|[&'+<>`]/g, toUnit),
};

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
export function toEcho(texts: readonly string[]) {
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

const FIELDS = 'x-ms-request-id request-id apim-request-id x-ms-error-code server set-cookie location'.split(' ');

/** Faults that repeat what was sent, or other private data. */
export const echoes: readonly NamedFault[] = [
  ...[401, 403, 409, 429, 500, 503].map((status) =>
    toRefusal(`responses ${status} and repeats them`, ({ secrets }) => ({
      status,
      body: { error: toEcho(secrets) },
      headers: { 'www-authenticate': `Bearer error="${CANARY}"`, 'retry-after': '60' },
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
    body: { error: { code: 'Bad', message: 'x'.repeat(9_994 - Math.max(0, secret.indexOf(CANARY))) + secret } },
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
