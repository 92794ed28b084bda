/** The samples that people send: docs/frontdesk.http, and the curl samples of the API reference as they are shown. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { operations as definitions } from '../../functions/operations.ts';
import { listOperations } from '../../pages/docs/logic/document.ts';
import { composeSample } from '../../pages/docs/logic/samples.ts';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { startStack } from '../support/stack.ts';
import { specified } from '../support/valid-requests.ts';

interface Request {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const { LOGIN_REDIRECT_ORIGINS } = CAPTURE_SETTINGS;
const stack = await startStack({ settings: { LOGIN_REDIRECT_ORIGINS } });
const file = readFileSync('docs/frontdesk.http', 'utf8');
const requests = readRequests(file, { frontdesk: '', issuer: stack.issuer.url });

const open = ['issueToken', 'healthz', 'readyz'];
const calls = requests.filter(({ name }) => !open.includes(name));

it('has the open requests, and each request once', () => {
  const names = requests.map(({ name }) => name);
  expect(names.filter((name) => open.includes(name))).toEqual(open);
  expect(new Set(names).size).toBe(names.length);
});

it('fetches a token from the local issuer', async () => {
  const { method, url, headers, body } = requests.find(({ name }) => name === 'issueToken') as Request;
  const response = await fetch(url, { method, headers, body: body ?? null });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ access_token: expect.stringMatching(/^ey/) });
});

it.each(calls)('$name succeeds unchanged', async (request) => {
  const { method, url, headers, body } = request;
  expect(headers['authorization']).toBe('Bearer {{issueToken.response.body.$.access_token}}');
  const { authorization: _, ...others } = headers;
  const { status, text } = await stack.send(method, url, { headers: others, ...(body === undefined ? {} : { body }) });
  expect({ isSuccess: status >= 200 && status < 300, text }).toMatchObject({ isSuccess: true });
});

// After the others: readiness requires signing keys and a first managed-identity token.
it.each(['healthz', 'readyz'])('%s needs no token', async (name) => {
  const { method, url, headers } = requests.find((request) => request.name === name) as Request;
  expect(headers).toEqual({});
  expect((await stack.send(method, url, { token: null })).status).toBe(200);
});

const operations = listOperations(JSON.parse(readFileSync(DOCUMENT_FILES.vendor, 'utf8')));
/** Runs the operation's sample for curl; returns what it prints. */
async function paste(operation: (typeof operations)[number]): Promise<string> {
  const sample = composeSample('curl', operation, { server: stack.url, profile: 'vendor' });
  const env = { ...process.env, TOKEN: await stack.issueToken({}) };
  return (await promisify(execFile)('bash', ['-c', sample], { env })).stdout;
}

/** Whether these succeed depends on what was called before. */
const lifecycle = new Set(definitions.filter(({ isLifecycle }) => isLifecycle).map(({ name }) => name));

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s responds to its curl sample as documented',
  async (name, operation) => {
    const stdout = await paste(operation);
    const status = /^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1] ?? '';
    expect(Object.keys(operation.responses), stdout).toContain(status);
    // The example of a poll leads nowhere.
    if (name === 'getOperation') expect(status).toBe('400');
    else if (!lifecycle.has(name)) expect(status).toMatch(/^20[0124]$/);
  },
);

const filters = operations.flatMap((operation) =>
  operation.parameters
    .filter(({ name }) => name === '$filter')
    .flatMap(({ schema }) =>
      (schema.examples ?? []).map((example) => ({ operation, name: operation.operationId, example })),
    ),
);

it('every filter has three examples', () => {
  const filtered = operations.filter(({ parameters }) => parameters.some(({ name }) => name === '$filter'));
  const named = filtered.filter(({ operationId }) => specified.some(({ name }) => name === operationId));
  expect(filters.length).toBe(3 * named.length);
});

it.each(filters)('$name accepts the filter $example', async ({ operation, example }) => {
  const parameters = operation.parameters.map((each) => (each.name === '$filter' ? { ...each, example } : each));
  expect(await paste({ ...operation, parameters })).toMatch(/^HTTP\/1\.1 200/);
});

/** Parses the format of the editors' clients: variables, then requests separated by ###. */
function readRequests(text: string, given: Readonly<Record<string, string>>): Request[] {
  const variables = new Map(
    [...text.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
  for (const [name, value] of Object.entries(given)) variables.set(name, value);
  const fill = (line: string): string => {
    const filled = line.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole);
    return filled === line ? line : fill(filled);
  };
  return text
    .split(/^###.*$/m)
    .slice(1)
    .map((part) => readRequest(part.trim(), fill));
}

function readRequest(part: string, fill: (line: string) => string): Request {
  const [head = '', ...rest] = part.split('\n\n');
  const lines = head.split('\n');
  const name = lines.find((line) => line.startsWith('# @name '))?.slice('# @name '.length) ?? '';
  const [first = '', ...headerLines] = lines.filter((line) => !line.startsWith('#'));
  const [method = '', url = ''] = fill(first).split(' ');
  const headers = headerLines.map((line) => {
    const [key = '', ...value] = fill(line).split(': ');
    return [key.toLowerCase(), value.join(': ')];
  });
  const body = fill(rest.join('\n\n').trim());
  return { name, method, url, headers: Object.fromEntries(headers), body: body === '' ? undefined : body };
}
