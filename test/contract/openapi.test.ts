import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { composeDocument } from '../../tools/openapi/compose-document.ts';
import { createDocument } from '../../tools/openapi/document.ts';
import { DOCUMENT_FILES, formatDocument } from '../../tools/openapi/document-file.ts';
import { listOperations, readDocument, toValidator } from '../support/openapi.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: CAPTURE_SETTINGS });
const document = readDocument();
const described = listOperations(document);

/** Yields every object of the document with its path. */
function* walk(value: unknown, path = '#'): Generator<[path: string, value: Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Readonly<Record<string, unknown>>];
  for (const [name, part] of Object.entries(value)) yield* walk(part, `${path}/${name}`);
}

const references = [...walk(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));

function follow(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
}

const isFailure = (status: string) => /^[45]/.test(status);

describe('the OpenAPI document', () => {
  it('matches the operations and their responses; update it with `npm run openapi`', async () => {
    const { url, upstream, issueToken } = stack;
    const today = await createDocument({ url, upstreamUrl: upstream.url, issueToken }, 'vendor');
    expect(readFileSync(DOCUMENT_FILES.vendor, 'utf8')).toBe(formatDocument(today));
  });

  it('describes every operation once, under its name', () => {
    const names = described.map(({ operation }) => operation.operationId);
    // Polls and batches are no definitions.
    expect(names).toEqual([...operations.map(({ name }) => name), 'getOperation', 'batch']);
  });

  it('has every component that it refers to, and no unused one', () => {
    expect(references.filter((reference) => follow(reference) === undefined)).toEqual([]);
    const { schemas, headers } = document.components;
    const components = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
    ];
    expect(components.length).toBeGreaterThan(100);
    expect(components.filter((name) => !references.includes(name))).toEqual([]);
  });

  it('declares each parameter of a path, and no other, as required', () => {
    for (const { path, operation } of described) {
      const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
      expect(inPath.map(({ name }) => name).sort()).toEqual(
        Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort(),
      );
      expect(inPath.filter(({ required }) => !required)).toEqual([]);
    }
  });

  it('names no parameter twice in one operation', () => {
    for (const { operation } of described) {
      const names = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('no two paths differ only in the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('describes each operation and each response in words', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of described) {
      expect([operation.summary, operation.description].every(Boolean)).toBe(true);
      expect(operation.tags.filter((tag) => !tags.includes(tag))).toEqual([]);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(description, `${operation.operationId} ${status}`).not.toBe('');
      }
    }
  });

  it('requires tokens by schemes and scopes that it declares', () => {
    for (const requirement of document.security) {
      for (const [scheme, scopes] of Object.entries(requirement)) {
        const flows = Object.values(document.components.securitySchemes[scheme]?.flows ?? {});
        expect(flows.flatMap((flow) => Object.keys(flow.scopes))).toEqual(expect.arrayContaining([...scopes]));
      }
    }
    // A poll has the role of its write, and each part of a batch its own.
    const roles = [...operations.map(({ access }) => access.role), undefined, undefined];
    expect(described.map(({ operation }) => operation['x-app-role'])).toEqual(roles);
  });

  it('every operation has the failures common to all, in its error format', () => {
    for (const { operation } of described) {
      const statuses = Object.keys(operation.responses);
      // The others are those of its parts.
      if (operation.operationId === 'batch') continue;
      expect(statuses).toEqual(expect.arrayContaining('400 401 403 404 429 500 502 503 504 4XX'.split(' ')));
      const shapes = statuses
        .filter(isFailure)
        .map((status) => operation.responses[status]?.content?.['application/json'].schema.$ref);
      expect(new Set(shapes).size).toBe(1);
    }
  });

  it('every failure of a write has its outcome', () => {
    for (const { method, operation } of described) {
      const readsByPost = ['batch', 'searchRestorePoints', 'getAuthorizationLoginLinks', 'fetchHealthEventDetails'];
      const isRead = method === 'get' || readsByPost.includes(operation.operationId);
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        if (!isFailure(status)) continue;
        expect('x-frontdesk-outcome' in headers, `${operation.operationId} ${status}`).toBe(!isRead);
      }
    }
  });

  it('has examples of the common responses, which match their schemas', () => {
    for (const { operation } of described) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const { schema, example } = content?.['application/json'] ?? {};
        if (example !== undefined) expect(toValidator(document, schema).safeParse(example).error).toBeUndefined();
        const isExpected = ['200', '201', '400', '401', '403', '429', '502'].includes(status);
        if (schema && isExpected) expect(example, `${operation.operationId} ${status}`).toBeDefined();
      }
    }
  });

  it('has examples of requests, which match their schemas', () => {
    for (const { operation } of described) {
      const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
      if (schema) expect(toValidator(document, schema).safeParse(example).error).toBeUndefined();
      for (const parameter of operation.parameters.filter(({ in: place }) => place === 'path')) {
        expect(toValidator(document, parameter.schema).safeParse(parameter.example).error).toBeUndefined();
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

  it('has the names of the live cloud in the microsoft profile', () => {
    const deployment = {
      version: '1',
      serverUrl: 'https://a.example',
      authority: 'https://b.example',
      audience: 'c',
      examples: {},
    };
    const { paths, components } = composeDocument(operations, PROFILES.microsoft, deployment);
    expect(Object.keys(paths)).toContain('/v2.0/companies({companyId})/items({itemId})');
    expect(JSON.stringify(paths)).not.toContain('/providers/Vendor.');
    expect(JSON.stringify(components)).toContain('"Microsoft.AzureFunction"');
  });
});
