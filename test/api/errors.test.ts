import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { ErrorShape as Shape } from '../../lib/http/respond.ts';
import {
  ArmError,
  BackupRestoreError,
  BusinessDataError,
  DocumentModelError,
  HealthEventError,
} from '../../tools/openapi/error-schemas.ts';
import { buildEventsPath, buildItemPath, buildSearchPath, everyRequest } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';
import { onePerShape } from '../support/valid-requests.ts';

/** No test of this file stores a response: another would get it. */
const stack = await startStack();

const errorOf: Readonly<Record<Shape, z.ZodType>> = {
  arm: ArmError,
  healthEvent: HealthEventError,
  backupRestore: BackupRestoreError,
  documentModel: DocumentModelError,
  businessData: BusinessDataError,
};

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

const shown = new Set(onePerShape.map(({ operation }) => operation));

describe("an upstream's refusal", () => {
  it.each(everyRequest.filter(({ operation }) => shown.has(operation)))(
    "C-50, C-51, S1-67, S1-75, C-01, S2-83, S3-44, C-32 $operation relays status and code in the operation's error shape",
    async ({ shape, method, path, body, headers: sent }) => {
      await refuse(422, { error: full }, { 'x-ms-request-id': 'upstream-1' });
      const { status, headers, json, text } = await stack.send(method, path, { body, headers: sent });
      expect([status, headers['cache-control']]).toEqual([422, 'no-store']);
      expect(errorOf[shape].parse(json)).toEqual(json);
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

  it('S1-53, S1-75 is also read from a bare error', async () => {
    await refuse(409, { code: 'Busy', message: 'Later.', details: 'Correlation id: 5' });
    const { json } = await stack.send('GET', buildEventsPath());
    expect(json).toEqual({ code: 'Busy', message: 'Later.', details: 'Correlation id: 5' });
  });

  it("does not reveal the upstream's address", async () => {
    await refuse(404, {
      error: { code: 'NotFound', message: `See ${stack.upstream.url}/business/v2.0/items and ${stack.upstream.url}.` },
    });
    const { json } = await stack.send('GET', buildItemPath());
    expect(json.error.message).toBe(`See ${stack.url}/items and ${stack.url}.`);
  });
});

describe('our own refusal (C-32, C-50)', () => {
  it('lists every failing member with its path in details, also in the plain formats', async () => {
    const search = await stack.send('POST', buildSearchPath(), { body: { protectionUnitIds: [], tags: 5 } });
    const targets = search.json.error.details.map(({ target }: { target: string }) => target);
    expect(targets).toEqual(expect.arrayContaining(['protectionUnitIds', 'protectionTimePeriod', 'tags']));
    expect(search.json.error.message).toBe('The request is not valid.');
    const item = await stack.send('GET', `${buildItemPath()}?a=1&b=2`);
    expect(item.json.error.details.map(({ target }: { target: string }) => target)).toEqual(['a', 'b']);
    expect(item.headers).toMatchObject({
      'x-ms-error-code': 'invalid_request',
      'x-frontdesk-problem': 'invalid_request',
    });
  });
});
