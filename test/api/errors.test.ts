import { describe, expect, it } from 'vitest';
import { upstreamAudiences } from '../../dev/seed.ts';
import { ERROR_FORMATS } from '../../lib/http/error-formats.ts';
import { ERROR_BODIES } from '../../tools/openapi/error-schemas.ts';
import { readCode } from '../support/abuse.ts';
import { everyRequest } from '../support/builders.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  listEvents,
  onePerShape,
  putAuthorization,
  putDiagnostic,
  putJob,
  readItem,
  toPath,
  toRows,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

/** A response is stored only of what no other test asks for. */
const clock = createSkippingClock();
const stack = await startStack({ clock, expectedAlerts: ['upstream_auth', 'upstream_drift'] });

const refuse = (status: number, body: unknown, headers = {}) =>
  stack.upstream.fault({ fault: { kind: 'status', status, body, headers } });

const innererror = { code: 'TooMany', message: 'Too many.', innererror: { code: 'Units', message: 'Six.' } };
const additionalInfo = [{ type: 'PolicyViolation', info: { policy: 'units' } }];

/** An upstream's error with every member that an error shape has. */
const full = {
  code: 'QuotaExceeded',
  message: 'The quota is used up.',
  target: 'properties.streamingUnits',
  details: [
    {
      code: 'Units',
      message: 'Six units are in use.',
      target: 'units',
      details: [{ code: 'Inner', message: 'Of six.', innererror, additionalInfo, stack: 'at canary.cs:13' }],
    },
  ],
  additionalInfo,
  innererror,
  stack: 'at canary.cs:12',
};

/** One of each format that has the members of an error; one that has others is shown by its operations' own tests. */
const hasMembers = ({ shape }: ValidRequest) => ERROR_FORMATS[shape].read({ error: { code: 'Any' } }).code === 'Any';
const shown = new Set(onePerShape.filter(hasMembers).map(({ operation }) => operation));

describe("an upstream's refusal", () => {
  it.each(everyRequest.filter(({ operation }) => shown.has(operation)))(
    // Also S1-75, C-01, S2-83, S3-44, C-32.
    "$operation relays status and code in the operation's error shape (C-50, C-51, S1-67)",
    async ({ shape, method, path, body, headers: sent }) => {
      await refuse(422, { error: full }, { 'x-ms-request-id': 'upstream-1' });
      const { status, headers, json, text } = await stack.send(method, path, { body, headers: sent });
      expect([status, headers['cache-control']]).toEqual([422, 'no-store']);
      expect(ERROR_BODIES[shape].parse(json)).toEqual(json);
      expect(json.error ?? json).toMatchObject({ code: 'QuotaExceeded' });
      expect(headers).toMatchObject({
        'x-ms-error-code': 'QuotaExceeded',
        'x-frontdesk-problem': 'upstream_refused',
        'x-frontdesk-upstream-request-id': 'upstream-1',
      });
      expect(text).toContain('The quota is used up.');
      expect(text).not.toContain('canary');
    },
  );
});

const puts = toRows([putAuthorization, putDiagnostic, putJob]);

const send = (request: ValidRequest, change: Change = {}) => sendChanged(stack, request, change);
const respond = (status: number, code: string, headers = {}) => {
  const body = { error: { code, message: 'No.' }, code, message: 'No.' };
  return stack.upstream.fault({ times: 1_000, fault: { kind: 'status', status, headers, body } });
};

describe(`a 403 of an upstream`, () => {
  it.each(puts)('%s: a denial by a policy is relayed whole, after one call (C-35)', async (_, request) => {
    const response = await send(request, { values: { resourceGroupName: 'rg-policy' } });
    expect([response.status, response.headers['x-frontdesk-outcome']]).toEqual([403, 'rejected']);
    expect(response.json.error).toMatchObject({
      code: 'RequestDisallowedByPolicy',
      target: toPath(request).split('/').at(-1),
      message: expect.stringContaining('was disallowed by policy'),
      additionalInfo: [{ type: 'PolicyViolation', info: { policyAssignmentName: 'shop-locations' } }],
    });
    expect(await stack.upstream.calls()).toHaveLength(1);
    expect(stack.log.at(-1)).toMatchObject({ problem: 'upstream_refused', reason: expect.stringMatching(/Policy/) });
  });

  it('a denial by a policy pages nobody; a second refusal of the identity does (C-34, C-35)', async () => {
    // A refusal that another test caused is forgotten.
    clock.skip(301_000);
    stack.alerts.length = 0;
    const alerts = () => stack.alerts.filter(({ alert }) => alert === 'upstream_auth');
    for (let count = 0; count < 3; count++) await send(putJob, { values: { resourceGroupName: 'rg-policy' } });
    expect(alerts()).toEqual([]);
    await respond(403, 'AuthorizationFailed');
    expect(readCode(await send(readItem))).toBe('upstream_auth');
    expect(alerts()).toEqual([]);
    expect(readCode(await send(readItem))).toBe('upstream_auth');
    expect(alerts()).toMatchObject([{ subject: 'businessData', scope: readItem.values['companyId'] }]);
  });
});

it.each(toRows(onePerShape))("%s: a path of no operation has its API's error format (C-01)", async (_, request) => {
  const path = toPath(request);
  const missed = [path.replace(/^\/\w+/, (first) => `${first}/other`), `${path}/`];
  for (const each of missed) {
    const { status, headers, json } = await stack.send(request.method, each, { body: request.body });
    if (each === `${path}/` && headers['x-frontdesk-problem'] !== 'route_not_found') continue;
    expect([status, ERROR_BODIES[request.shape].safeParse(json).success], each).toEqual([404, true]);
  }
});

it('a 429 is throttled, whosever limit it is; the code and the id of the call are the service’s (C-50)', async () => {
  await respond(429, 'TooManyRequests', { 'retry-after': '60', 'x-ms-request-id': 'upstream-1' });
  const [first, next] = [await send(toUnseen(listEvents)), await send(toUnseen(listEvents))];
  for (const { status, headers } of [first, next])
    expect([status, headers['x-frontdesk-problem']]).toEqual([429, 'throttled']);
  expect(first.headers).toMatchObject({
    'x-ms-error-code': 'TooManyRequests',
    'x-frontdesk-upstream-request-id': 'upstream-1',
  });
  // Frontdesk holds it back.
  expect(next.headers['x-ms-error-code']).toBe('throttled');
  expect(next.headers).not.toHaveProperty('x-frontdesk-upstream-request-id');
  clock.skip(301_000);
});

it.each(toRows(onePerShape))(
  // Also S3-54.
  '%s requires a bearer token for this API with the scope user_impersonation, and challenges (S1-78, S2-88, A11)',
  async (_, request) => {
    const scope = 'Bearer error="insufficient_scope", scope="user_impersonation"';
    for (const [change, status, code, challenge] of [
      [{ token: null }, 401, 'unauthenticated', 'Bearer'],
      [{ claims: { aud: upstreamAudiences.arm } }, 401, 'invalid_token', 'Bearer error="invalid_token"'],
      [{ claims: { scp: 'openid' } }, 403, 'insufficient_scope', scope],
    ] as const) {
      const response = await send(request, change);
      expect([response.status, readCode(response)]).toEqual([status, code]);
      expect(response.headers['www-authenticate']).toBe(challenge);
    }
    expect(await stack.upstream.calls()).toEqual([]);
  },
);
