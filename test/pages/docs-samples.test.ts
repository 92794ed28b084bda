import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listOperations, type Operation } from '../../pages/docs/logic/document.ts';
import { composeSample } from '../../pages/docs/logic/samples.ts';
import { tokenCommands } from '../../pages/docs/logic/tokens.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { checkTypes } from '../support/type-check.ts';

const server = 'https://frontdesk.example';
const write: Operation = {
  operationId: 'createOrUpdateApiDiagnostic',
  summary: '',
  description: '',
  tags: [],
  method: 'PUT',
  path: '/things/{name}',
  parameters: [
    { name: 'name', in: 'path', required: true, schema: {}, example: "a b'c" },
    { name: '$filter', in: 'query', required: false, schema: {}, example: "x eq 'y'" },
    { name: '$top', in: 'query', required: false, schema: {} },
    { name: 'If-Match', in: 'header', required: true, schema: {} },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: {}, example: { 'a-b': "it's", c: [1, null] } } },
  },
  responses: {},
};

describe('a sample', () => {
  it('quotes path, query, headers and body for a POSIX shell', () => {
    expect(composeSample('curl', write, { server, profile: 'vendor' })).toBe(
      [
        'curl -i -X PUT -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'If-Match: *' \\",
        "  -H 'Content-Type: application/json' \\",
        `  --data '{\n  "a-b": "it'\\''s",\n  "c": [\n    1,\n    null\n  ]\n}' \\`,
        "  'https://frontdesk.example/things/a%20b%27c?$filter=x%20eq%20%27y%27'",
      ].join('\n'),
    );
  });

  it('has a here-string and single quotes in PowerShell', () => {
    const sample = composeSample('PowerShell', write, { server, profile: 'vendor' });
    expect(sample).toMatch(/^\$body = @'\n\{\n {2}"a-b": "it's",[^@]*\n'@\nInvoke-RestMethod -Method PUT /);
    expect(sample).toContain(`-Headers @{ Authorization = "Bearer $env:TOKEN"; 'If-Match' = '*' } \``);
    expect(sample).toContain("-ContentType 'application/json' -Body $body");
    expect(sample).toMatch(/-Uri 'https:\/\/frontdesk\.example\/things\/a%20b%27c\?\$filter=x%20eq%20%27y%27'$/);
  });

  it('is a literal with single quotes in TypeScript', () => {
    const sample = composeSample('TypeScript', write, { server, profile: 'microsoft' });
    expect(sample).toContain("  profile: 'microsoft',\n");
    expect(sample).toContain(
      "name: 'a b\\'c',\n  $filter: 'x eq \\'y\\'',\n  ifMatch: '*',\n  body: {\n    'a-b': 'it\\'s',",
    );
  });

  it('in TypeScript type-checks against the client: every operation of both profiles', () => {
    const files = (['vendor', 'microsoft'] as const).flatMap((profile) =>
      listOperations(JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'))).map((operation) => [
        `${profile}-${operation.operationId}.ts`,
        composeSample('TypeScript', operation, { server, profile }),
      ]),
    );
    expect(files.length).toBeGreaterThan(50);
    checkTypes(Object.fromEntries(files));
    const wrong = composeSample('TypeScript', { ...write, parameters: [] }, { server, profile: 'vendor' });
    expect(() => checkTypes({ 'wrong.ts': wrong })).toThrow();
  });
});

describe('the commands for a token', () => {
  const deployment = { authority: 'https://login.example/t/v2.0', audience: 'api://x', clientId: 'pages' };

  it("are the repository's own on the local stack", () => {
    const { curl, PowerShell } = tokenCommands({ ...deployment, controlUrl: 'http://127.0.0.1:1/_control' });
    expect([curl, PowerShell]).toEqual(['export TOKEN=$(npm run -s token)', '$env:TOKEN = npm run -s token']);
  });

  it("sign in at a deployment's issuer", () => {
    const { curl, TypeScript } = tokenCommands(deployment);
    expect(curl).toContain("az account get-access-token --scope 'api://x/.default'");
    expect(TypeScript).toContain("clientId: 'pages', authority: 'https://login.example/t'");
    expect(TypeScript).toContain("scopes: ['api://x/user_impersonation']");
  });
});
