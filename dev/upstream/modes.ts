/** Behaviour of the emulated APIs that tests switch on through `POST /_control/modes`; a reset switches it off. */
import * as z from 'zod';
import type { EmulatedCall } from '../faults/emulated-server.ts';
import { overrideHeaders, type WireResponse } from '../faults/wire-response.ts';
import { isObject, type JsonObject, mergeGiven, readJson, writeJson } from './json.ts';

const settings = z.strictObject({
  /** Successes repeat the request's credential in headers and, in a JSON object, in a member. */
  echoesCredential: z.boolean().default(false),
  /** Each API refuses the token that it receives first, until a call has another one. */
  refusesCurrentToken: z.boolean().default(false),
  /** Each API refuses the identity with 403 in its own words: it has a token and not the right. */
  deniesIdentity: z.boolean().default(false),
  /** Elements of a page of the management API. */
  pageSize: z.int().min(1).default(5),
  /** Characters that are added to page tokens. */
  pageTokenPadding: z.int().min(0).max(60_000).default(0),
  /** The body of a write that succeeds. */
  writeBody: z.enum(['whole', 'none', 'empty object', 'text/json', 'byte order mark']).default('whole'),
  /** Members that a PUT or PATCH stores in place of those that were sent. */
  stores: z.record(z.string(), z.json()).optional(),
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

type WriteBody = z.infer<typeof settings>['writeBody'];

/** Bodies of successes that official clients take. */
const writeBodies: Readonly<Record<WriteBody, (response: WireResponse) => WireResponse>> = {
  whole: (response) => response,
  none: (response) => ({ ...response, body: Buffer.alloc(0) }),
  'empty object': (response) => ({ ...response, body: Buffer.from('{}') }),
  'text/json': (response) => overrideHeaders(response, { 'content-type': 'text/json; charset=utf-8' }),
  'byte order mark': (response) => ({ ...response, body: Buffer.concat([Buffer.from('\uFEFF'), response.body]) }),
};

/** The keys of the document models in both profiles. */
const credentialHeaders = ['authorization', 'vendor-subscription-key', 'ocp-apim-subscription-key'];

export class Modes {
  #settings = settings.parse({});
  readonly #refused = new Map<string, string>();

  /** Replaces all modes; returns what is wrong with the settings. */
  set(wanted: unknown): string | undefined {
    const { data, error } = settings.safeParse(wanted);
    if (!data) return z.prettifyError(error);
    this.#settings = data;
    this.#refused.clear();
    return undefined;
  }

  /** Those in force. */
  get current(): z.infer<typeof settings> {
    return this.#settings;
  }

  /** Returns the response as the modes change it. Only the management API and the document models have writes with a body. */
  change(response: WireResponse, { target, method, headers }: EmulatedCall): WireResponse {
    const isWrite = method !== 'GET' && (target === 'arm' || target === 'docs') && response.status < 300;
    const echoed = this.#echo(response, headers);
    return isWrite ? writeBodies[this.#settings.writeBody](echoed) : echoed;
  }

  /** Returns the body as it is stored. */
  rewrite({ body, method }: EmulatedCall): Buffer {
    const { stores } = this.#settings;
    const sent = readJson(body.toString());
    if (stores === undefined || !/^P(?:UT|ATCH)$/.test(method) || !isObject(sent)) return body;
    return Buffer.from(writeJson(mergeGiven(sent, stores as JsonObject)));
  }

  /** Emulated time in epoch milliseconds. */
  now(): number {
    return Date.now() + this.#settings.elapsedMs;
  }

  refuses({ target, headers }: EmulatedCall): boolean {
    const authorization = headers.get('authorization');
    if (!this.#settings.refusesCurrentToken || authorization === null) return false;
    if (!this.#refused.has(target)) this.#refused.set(target, authorization);
    return this.#refused.get(target) === authorization;
  }

  /** Returns the response, with the request's credential if the mode is on. */
  #echo(response: WireResponse, headers: Headers): WireResponse {
    const sent = credentialHeaders.map((name) => headers.get(name));
    const credential = sent.find((value) => value !== null) ?? null;
    if (!this.#settings.echoesCredential || credential === null || response.status >= 300) return response;
    const text = response.body.toString();
    // In the text, because parsing would lose the spelling of numbers.
    const isFilled = isObject(readJson(text)) && text !== '{}';
    const body = isFilled ? Buffer.from(text.replace('{', `{"echoed":${writeJson([credential])},`)) : response.body;
    const echoed = { etag: `"${credential}"`, 'odata-version': credential, 'x-ms-request-id': credential };
    return overrideHeaders({ ...response, body }, echoed);
  }
}
