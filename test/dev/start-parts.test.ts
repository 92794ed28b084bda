/** What `npm start` decides and prints: values only, no stack is started. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseCommandLine } from '../../dev/command-line.ts';
import { administrator } from '../../dev/personas.ts';
import { listen } from '../../dev/server.ts';
import { explainPortInUse, findPort } from '../../dev/start/components.ts';
import { chooseHost } from '../../dev/start/core-tools.ts';
import { composeCall, composeTokenCommand } from '../../dev/start/describe.ts';
import { parseStartOptions } from '../../dev/start/options.ts';
import { toHostLine } from '../../dev/start/report.ts';
import { followOrigins, toOrigin } from '../../dev/start/settings.ts';
import { openCertificate } from '../../dev/tls.ts';
import { makeFolder } from '../support/folder.ts';
import { writeProgram } from '../support/program.ts';

const record = {
  schemaVersion: 1,
  time: new Date(2026, 10, 22, 17, 15, 30).toISOString(),
  requestId: 'r',
  operation: 'listHealthEvents',
  method: 'GET',
  status: 200,
  durationMs: 11.6,
  instance: 'd382e1f1',
  version: '0.1.0',
};
const failed = { problem: 'upstream_timeout', reason: 'deadline', outcome: 'unknown' };
const toText = (object: object, prefix = '') => toHostLine(`${prefix}${JSON.stringify(object)}`)?.text;

describe('a line of the host', () => {
  it.each([
    ['a success', {}, '  17:15:30  200  GET        12 ms  listHealthEvents'],
    [
      'cache, caller and resource',
      {
        cache: 'Frontdesk; hit; ttl=9',
        subject: administrator.objectId,
        resource: '/subscriptions/s/resourceGroups/rg/x',
      },
      '  17:15:30  200  GET        12 ms  listHealthEvents  cache hit; ttl=9  ada  …/rg/x',
    ],
    [
      'a failed write of an unknown caller',
      { ...failed, method: 'PUT', status: 504, subject: 'x', targets: 'a/b' },
      [
        '  17:15:30  504  PUT        12 ms  listHealthEvents  upstream_timeout (deadline), unknown  x  a/b',
        "            It is the service's. It was too slow. Before you repeat a write, look at what is there.",
        `            request ${record.requestId}`,
      ].join('\n'),
    ],
    [
      'an invalid request',
      { problem: 'invalid_request', status: 400, invalid: 'properties.sku.name: must be Standard' },
      [
        '  17:15:30  400  GET        12 ms  listHealthEvents  invalid_request',
        '            properties.sku.name: must be Standard',
        "            It is the caller's. Change the request.",
        `            request ${record.requestId}`,
      ].join('\n'),
    ],
  ])('is one line of a request: %s', (_, members, expected) => {
    expect(toText({ ...record, ...members })).toBe(expected);
  });

  it('has the status for its colour, and may begin with the time of Core Tools', () => {
    expect(toHostLine(`[2026-11-22T17:15:30.000Z] ${JSON.stringify(record)}`)?.status).toBe(200);
  });

  it('is every other object without the members that all have', () => {
    const alert = { alert: 'table_failing', subject: 'cache', reason: 'refused', level: 'warn', time: record.time };
    expect(toText(alert)).toBe('  alert table_failing, subject cache, reason refused');
    expect(toText({ policyVersion: 1, counts: { a: 1 } })).toBe('  policyVersion 1, counts {"a":1}');
  });

  it.each([
    '{"metrics":[]}',
    '{"started":"frontdesk"}',
    '',
    'Functions:',
    '\tlistItems: [GET] http://localhost:7071/x',
    'Host started on http://127.0.0.1:7071',
    "[2026-11-22T17:15:30.000Z] Executing 'Functions.listItems' (Reason='…', Id=1)",
    "[2026-11-22T17:15:30.000Z] Executed 'Functions.listItems' (Succeeded, Id=1, Duration=5ms)",
  ])('is only printed with --verbose: %j', (line) => {
    expect(toHostLine(line)).toBeUndefined();
  });

  it.each(['AUTH_ISSUER is required', '    at main (file.ts:1:2)', 'settings {not JSON'])(
    'stays as it is: %j',
    (line) => {
      expect(toHostLine(line)).toEqual({ text: line });
    },
  );
});

describe('the first call', () => {
  const stack = { frontdesk: 'http://127.0.0.1:7071', profile: 'microsoft', token: 'npm run -s token' } as const;

  it('is written for PowerShell on Windows, for a POSIX shell elsewhere', () => {
    const [token, call] = composeCall(stack, 'win32');
    expect(token).toBe('$env:TOKEN = npm run -s token');
    expect(call).toMatch(/^curl\.exe -i -H "Authorization: Bearer \$env:TOKEN" 'http:.*Microsoft\.Compute/);
    expect(composeCall(stack, 'linux')[0]).toBe('export TOKEN=$(npm run -s token)');
  });

  it('asks the stack of another folder for its token', () => {
    expect(composeTokenCommand('npm run -s token', resolve('.'))).toBe('npm run -s token');
    expect(composeTokenCommand('npm run -s token', '/app')).toBe("npm run -s token '--' --root '/app'");
    expect(composeTokenCommand('npx frontdesk-local token', '/app')).toBe('npx frontdesk-local token');
  });
});

it('settings follow components to other ports, also where two have swapped theirs', () => {
  const settings = { A: 'http://127.0.0.1:7081/x', B: 'http://127.0.0.1:7082', C: 'https://contoso.example:7081/' };
  expect(followOrigins(settings, { issuer: 'https://127.0.0.1:40000' })).toEqual({ A: 'https://127.0.0.1:40000/x' });
  const swapped = { A: 'http://127.0.0.1:7082/x', B: 'http://127.0.0.1:7081' };
  expect(followOrigins(settings, { issuer: toOrigin(7082), identity: toOrigin(7081) })).toEqual(swapped);
});

it('keeps the local certificate until its last week, and not the key of its authority', async () => {
  const folder = makeFolder('certificate-', onTestFinished);
  const first = await openCertificate(folder);
  expect(await openCertificate(folder)).toEqual(first);
  const leaf = new X509Certificate(first.certificate);
  expect(leaf.verify(new X509Certificate(first.authority).publicKey)).toBe(true);
  expect(leaf.checkPrivateKey(createPrivateKey(first.key))).toBe(true);
  expect((await readdir(folder)).toSorted()).toEqual(['authority.pem', 'certificate.json']);
  vi.useFakeTimers({ now: Date.now() + 84 * 86_400_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect((await openCertificate(folder)).authority).not.toBe(first.authority);
});

const parse = (argv: readonly string[], env: Record<string, string> = {}) => parseStartOptions(argv, env, '.');

it('ports are those of an option, a variable, --free-ports or the usual ones, in this order', () => {
  const env = { FRONTDESK_PORT: '90', TABLES_PORT: '91' };
  expect(parse(['--free-ports', '--port', '80'], env)?.ports).toEqual({
    ...{ frontdesk: 80, tables: 91, issuer: 0, identity: 0, upstream: 0, blobs: 0, queues: 0 },
  });
  const usual = { frontdesk: 7071, issuer: 7081, identity: 7082, upstream: 7083, tables: 10002 };
  expect(parse([])?.ports).toMatchObject(usual);
});

it.each([
  [['--port', '70000'], {}, "--port must be a port from 0 to 65535, not '70000'."],
  [['--origin', 'shop:80'], {}, "--origin must be an origin, such as http://localhost:5173, not 'shop:80'."],
  [[], { ISSUER_PORT: 'x' }, "ISSUER_PORT must be a port from 0 to 65535, not 'x'."],
  [['--profile', 'azure'], {}, "--profile must be vendor or microsoft, not 'azure'."],
  [['--no-frontdesk', '--inspect', '1'], {}, '--inspect does not work with --no-frontdesk.'],
  [[], { FRONTDESK_HOST: 'docker' }, "FRONTDESK_HOST must be func or local, not 'docker'."],
])('rejects %s %o', (argv, env, message) => {
  expect(() => parse(argv, env)).toThrow(message);
});

it('names the port that is in use, its component and how to change it', async () => {
  const holder = await listen(createServer(), 0);
  onTestFinished(holder.close);
  const ports = parse(['--free-ports'], { TABLES_PORT: String(holder.port) })?.ports;
  const error: Error = await findPort(holder.port).then(Promise.reject, (cause) => cause);
  expect(explainPortInUse(error, ports as NonNullable<typeof ports>).message).toBe(
    `Port ${holder.port} (tables) is in use. Stop the process using it, set TABLES_PORT to another port, or run npm start -- --free-ports.`,
  );
});

const inPackage = 'node_modules/azure-functions-core-tools/bin/func';
const onPath = 'tools/func';
const wrapper = 'node_modules/.bin/func';

const [four, five, fails] = ['echo 4.0.7030', 'echo 5.0', 'echo 4.0.1; exit 1'];

it.each<[host: string, files: Record<string, string>, expected?: string | undefined, requested?: 'local']>([
  ['the package’s program', { [inPackage]: four, [onPath]: four }, inPackage],
  ['func on the PATH', { [onPath]: four }, 'func'],
  ['func on the PATH if the package’s program fails', { [inPackage]: fails, [onPath]: four }, 'func'],
  ['the built-in host if nothing is installed', {}],
  ['the built-in host for another version', { [onPath]: five }],
  ['the built-in host rather than a script of node_modules/.bin', { [wrapper]: four }],
  ['the built-in host with FRONTDESK_HOST=local', { [onPath]: four }, undefined, 'local'],
])('chooses %s', async (_, files, expected, requested) => {
  const { root, env } = await install(files);
  const command = expected === inPackage ? join(root, inPackage) : expected;
  const host = command === undefined ? { kind: 'local' } : { kind: 'func', command };
  expect(await chooseHost(requested, root, env)).toEqual(host);
});

it('fails with FRONTDESK_HOST=func if nothing is installed', async () => {
  const { root, env } = await install({});
  await expect(chooseHost('func', root, env)).rejects.toThrow(
    'FRONTDESK_HOST=func, but Azure Functions Core Tools 4 was not found. Run npx func --version to download it, or install func on the PATH.',
  );
});

/** Creates a folder with these shell scripts, and an environment whose PATH has the folders of the last two. */
async function install(files: Record<string, string>) {
  const root = makeFolder('core-tools-', onTestFinished);
  for (const [name, script] of Object.entries(files)) {
    const file = join(root, name);
    await mkdir(dirname(file), { recursive: true });
    writeProgram(file, `#!/bin/sh\n${script}\n`);
  }
  const folders = [wrapper, onPath].map((name) => dirname(join(root, name)));
  return { root, env: { PATH: [...folders, '/usr/bin', '/bin'].join(delimiter) } };
}

const { argv } = process;

it.each<[string[], string]>([
  [['--help'], '0: Does it.\n'],
  [['some'], "2: 'some' is not one of all.\n\nDoes it.\n"],
  [['--nonsense'], "2: Unknown option '--nonsense'"],
])(
  'a script that is called with %j prints its help and does nothing else, or a mistake in a line',
  (args, expected) => {
    process.argv = [...argv.slice(0, 2), ...args];
    const printed: unknown[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(text) > 0);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`${code}: ${printed.join('')}`);
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
      process.argv = argv;
    });
    expect(() => parseCommandLine('Does it.', { number: { type: 'string' } }, ['all'])).toThrow(expected);
  },
);
