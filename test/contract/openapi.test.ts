import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { createDocument } from '../../tools/openapi/document.ts';
import { DOCUMENT_FILES, formatDocument } from '../../tools/openapi/document-file.ts';
import { createDocumentCheck } from '../support/document-check.ts';
import { listOperations, readDocument } from '../support/openapi.ts';
import { startStack } from '../support/stack.ts';

/** Components, parameters, paths, tags, security and examples are checked by the linter (test/heavy/openapi-generators.test.ts). */
const stack = await startStack({ settings: CAPTURE_SETTINGS });
const document = readDocument();
const described = listOperations(document);

const isFailure = (status: string) => !/^[23]/.test(status);

describe('the OpenAPI document', () => {
  it('matches the operations and their responses; update it with `npm run generate`', async () => {
    const { url, upstream, issueToken } = stack;
    const today = await createDocument({ url, upstreamUrl: upstream.url, issueToken }, 'vendor');
    expect(readFileSync(DOCUMENT_FILES.vendor, 'utf8')).toBe(formatDocument(today));
  });

  it('names the role of each operation: a poll has that of its write, and each part of a batch its own', () => {
    const roles = [...operations.map(({ access }) => access.role), undefined, undefined];
    expect(described.map(({ operation }) => operation['x-app-role'])).toEqual(roles);
  });

  it('every operation has the failures common to all, in its error format', () => {
    for (const { operation } of described) {
      const statuses = Object.keys(operation.responses);
      // The others are those of its parts.
      if (operation.operationId === 'batch') continue;
      expect(statuses).toEqual(expect.arrayContaining('400 401 403 404 429 500 502 503 504 default'.split(' ')));
      const shapes = statuses
        .filter(isFailure)
        .map((status) => operation.responses[status]?.content?.['application/json'].schema.$ref);
      expect(new Set(shapes).size).toBe(1);
    }
  });

  it('every failure of a write has its outcome', () => {
    const writes = operations.filter(({ effect }) => effect === 'changes').map(({ name }) => name);
    for (const { operation } of described) {
      const isRead = !writes.includes(operation.operationId);
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        if (!isFailure(status)) continue;
        expect('x-frontdesk-outcome' in headers, `${operation.operationId} ${status}`).toBe(!isRead);
      }
    }
  });

  it('has no secret of a request in a response, and no path of this machine', () => {
    const responses = described.flatMap(({ operation }) => Object.values(operation.responses));
    for (const secret of ['never returned', 'bm90IGEga2V5', 'not a password']) {
      expect(JSON.stringify(document)).toContain(secret);
      expect(JSON.stringify(responses)).not.toContain(secret);
    }
    expect(JSON.stringify(document)).not.toContain(process.cwd());
  });
});

describe('the check of every response that a test gets', () => {
  // What it passes is in every other test.
  const check = createDocumentCheck('vendor');
  const read = { method: 'GET', path: '/companies(a)/items(b)?$expand=c' };
  const requestId = { 'x-ms-request-id': 'a' };
  const error = (code: string) => ({ error: { code, message: 'A text.' } });

  it.each([
    ['success of another status', { status: 206, json: {} }, 'the status'],
    ["server's failure of another status", { status: 501, json: error('a') }, 'the status'],
    ['failure of ours with another status', { status: 400, json: error('throttled') }, 'code throttled'],
    ['header', { status: 200, headers: { ...requestId, age: '1' }, json: {} }, 'header age'],
  ])('refuses a %s', (_, response, mismatch) => {
    expect(() => check(read, { headers: requestId, ...response })).toThrow(`${mismatch} is not described`);
  });
});
