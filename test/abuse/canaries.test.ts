import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveDate } from '../faults/moving-date.ts';
import { openCacheTable, unlimited } from '../support/abuse.ts';
import { type Answer, startStack } from '../support/stack.ts';
import {
  deleteSession,
  listEvents,
  readCustomer,
  readItem,
  toPath,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { type SecretContent, secretRequests } from './canary-bodies.ts';
import { CANARY, encodings, shapeNames } from './canary-shapes.ts';

/** Gates and breakers are waited out by moving the date; a silent upstream is given up after a second or two. */
const speed = 40;
const enoughToForgetMs = 120_000;

const documentKey = `${CANARY}DocumentModelsKey`;
const stack = await startStack({
  settings: { ...unlimited, CLOCK_SPEED: String(speed), DOCUMENT_MODELS_KEY: documentKey },
});
const token = await stack.issueToken({ exp: Math.floor(Date.now() / 1000) + 10 * 365 * 86_400 });

/** What this process wrote outside of the log. */
let written = '';
const write = (...parts: unknown[]) => {
  written += parts.map(String).join(' ');
  return true;
};

beforeEach(() => {
  written = '';
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(write);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation(write);
  }
});
afterEach(() => vi.restoreAllMocks());

interface Fault {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** Sends the request to an upstream that meets it with a fault; answers what came back, and what went up. */
async function sendInto(fault: Fault | undefined, request: ValidRequest, content?: SecretContent) {
  await stack.upstream.reset();
  // A call that is repeated meets the fault again.
  if (fault) await stack.upstream.fault({ times: 5, fault });
  const logged = stack.log.length;
  const answer = await stack.send(request.method, toPath(request) + request.query, {
    token,
    ...(content ? { body: content.body } : {}),
  });
  moveDate(enoughToForgetMs / speed);
  const [call] = await stack.upstream.calls();
  return { answer, log: stack.log.slice(logged), call };
}

/** Expects what was sent to have arrived: else there was nothing to leak. */
function expectArrived(call: { readonly body: string } | undefined, { secrets }: SecretContent): void {
  const missing = secrets.filter((secret) => !call?.body.includes(JSON.stringify(secret).slice(1, -1)));
  expect(missing).toEqual([]);
}

/** Expects no canary in what the caller, the log and the operator get. */
function expectNone({ headers, text }: Answer, log: readonly unknown[]): void {
  for (const said of [JSON.stringify(headers), text, JSON.stringify(log), written]) {
    const at = said.indexOf(CANARY);
    expect(at < 0 ? undefined : said.slice(Math.max(0, at - 60), at + 60)).toBeUndefined();
  }
}

/** An error of an upstream that repeats what it was sent in every place it has. */
function toEcho(secrets: readonly string[], encode: (secret: string) => string) {
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

const rounds = shapeNames.map((shape, round) => [round, shape] as const);

it('there are 25 shapes', () => expect(shapeNames).toHaveLength(25));

describe.each(secretRequests.map((one) => [one.request.operation, one] as const))('%s', (_, { request, fill }) => {
  it.each(rounds)('sends secrets of all shapes up, and answers none (round %i, first the %s)', async (round) => {
    const content = fill(round);
    const { answer, log, call } = await sendInto(undefined, request, content);
    expect([200, 201]).toContain(answer.status);
    expectArrived(call, content);
    expectNone(answer, log);
  });

  it.each(Object.keys(encodings))('relays an error that repeats them %s, without any', async (encoding) => {
    const encode = encodings[encoding] as (secret: string) => string;
    for (const [round] of rounds) {
      const content = fill(round);
      const echo = toEcho(content.secrets, encode);
      const { answer, log, call } = await sendInto(
        { kind: 'status', status: 400, body: { error: echo } },
        request,
        content,
      );
      expectArrived(call, content);
      expect([answer.status, (answer.json.error ?? answer.json).code]).toEqual([400, 'BadRequest']);
      expect(answer.text).toContain('The value ');
      expectNone(answer, log);
    }
  });
});
