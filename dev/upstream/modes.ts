/** Behaviour of the emulated APIs that tests switch on through `POST /_control/modes`; a reset switches it off. */
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { compose } from '../faults/send-response.ts';
import type { ApiName } from './apis.ts';
import { isObject, type JsonObject, readJson, writeJson } from './json.ts';

export const modeSettings = z.strictObject({
  /** Successes repeat the request's credential in headers and, in a JSON object, in a member. */
  echoesCredential: z.boolean().default(false),
  /** Each API refuses the token that it receives first, until a call has another one. */
  refusesCurrentToken: z.boolean().default(false),
  /** Each API refuses the identity with 403 in its own words: it has a token and not the right. */
  deniesIdentity: z.boolean().default(false),
  /** What the deployment lacks: a permission set in business data; a subdomain, or a way through the network, of the document models. */
  lacks: z.enum(['nothing', 'permission set', 'custom subdomain', 'network rule']).default('nothing'),
  /** Elements of a page of the management API. */
  pageSize: z.int().min(1).default(5),
  /** Characters that are added to page tokens. */
  pageTokenPadding: z.int().min(0).max(60_000).default(0),
  /** The body of a write that succeeds. */
  writeBody: z.enum(['whole', 'none', 'empty object', 'text/json', 'byte order mark']).default('whole'),
  /** Members that a PUT or PATCH stores in place of those that were sent. */
  stores: z.custom<JsonObject>(isObject).default({}),
  /** Lists of the management API do not have yet what was created since the last reset. */
  listsLate: z.boolean().default(false),
  /** Sensitive health events keep their texts. */
  showsSensitiveTexts: z.boolean().default(false),
  /** Milliseconds by which emulated time is ahead: streaming jobs that start or stop get there sooner. */
  elapsedMs: z.int().min(0).default(0),
  /** Milliseconds that streaming jobs take to start, stop or be created; as recorded when absent. */
  moveMs: z.int().min(0).optional(),
  /** A response that something is under way says when to ask again. */
  sendsRetryAfter: z.boolean().default(true),
  /** Streaming jobs that start or stop end as `Failed`; those that take time are not created. */
  jobsFail: z.boolean().default(false),
});

type Settings = z.infer<typeof modeSettings>;

/** Bodies of successes that official clients take. */
const writeBodies: Readonly<Record<Settings['writeBody'], (text: string) => string>> = {
  whole: (text) => text,
  none: () => '',
  'empty object': () => '{}',
  'text/json': (text) => text,
  'byte order mark': (text) => `\uFEFF${text}`,
};

/** The keys of the document models in both profiles. */
const credentialHeaders = ['authorization', 'vendor-subscription-key', 'ocp-apim-subscription-key'];

export class Modes {
  /** Those in force. */
  current = modeSettings.parse({});
  readonly #refused = new Map<ApiName, string>();

  set(settings: Settings): void {
    this.current = settings;
    this.#refused.clear();
  }

  /** Emulated time in epoch milliseconds. */
  now(): number {
    return Date.now() + this.current.elapsedMs;
  }

  /** Whether an API refuses this credential in spite of its validity. */
  refuses(api: ApiName, authorization: string | undefined): boolean {
    if (!this.current.refusesCurrentToken || authorization === undefined) return false;
    if (!this.#refused.has(api)) this.#refused.set(api, authorization);
    return this.#refused.get(api) === authorization;
  }

  /** Returns middleware that changes an API's successes. Only the management API and the document models have writes with a body. */
  change(api: ApiName): MiddlewareHandler {
    return async (c, next) => {
      await next();
      if (c.res.status >= 300) return;
      if (this.current.echoesCredential) await echoCredential(c);
      const { writeBody } = this.current;
      if (writeBody === 'whole' || c.req.method === 'GET' || (api !== 'arm' && api !== 'docs')) return;
      c.res = compose(writeBodies[writeBody](await c.res.text()), c.res);
      if (writeBody === 'text/json') c.res.headers.set('content-type', 'text/json; charset=utf-8');
    };
  }
}

async function echoCredential(c: Context): Promise<void> {
  const credential = credentialHeaders.map((name) => c.req.header(name)).find((value) => value !== undefined);
  if (credential === undefined) return;
  const text = await c.res.text();
  // In the text, because parsing would lose the spelling of numbers.
  const isFilled = isObject(readJson(text)) && text !== '{}';
  c.res = compose(isFilled ? text.replace('{', `{"echoed":${writeJson([credential])},`) : text, c.res);
  const echoed = { etag: `"${credential}"`, 'odata-version': credential, 'x-ms-request-id': credential };
  for (const [name, value] of Object.entries(echoed)) c.res.headers.set(name, value);
}
