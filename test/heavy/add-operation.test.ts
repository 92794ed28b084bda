/**
 * Operations of published definitions, which nobody planned for, are added by command in a copy of the repository and carried to the end:
 * lint, types, and the tests that every operation has pass there; without them the tree is as before. It takes two minutes.
 */
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { EDITS, TEST } from './new-upstream.ts';
import { fileOf } from './survey.ts';

/** Cut from published ones, in OpenAPI 2 and 3. */
const CUT = 'test/add-operation';
const EVENT_GRID = fileOf('azure.com/eventgrid-EventGrid');

/** Definition, operation id, the name that it is given, and options: what no definition says. */
const ADDED = [
  // A read with nested ids, below another resource than the upstream's.
  [CUT, 'DocumentClassifiers_GetClassifyResult', 'getClassifyResult', '--upstream', 'documentModels', '--cache', '60'],
  // Lists with pages and $filter.
  [CUT, 'listSalesOrders', 'listSalesOrders'],
  [CUT, 'solution.backupRestore_ListDriveProtectionUnit', 'listDriveProtectionUnits', '--role', 'ProtectionUnits.Read'],
  // A write whose body has kinds.
  [CUT, 'TopicEventSubscriptions_CreateOrUpdate', 'createOrUpdateTopicEventSubscription', '--secrets', 'returned'],
  // An action that is accepted with 202, and a deletion with If-Match.
  [CUT, 'Backend_Reconnect', 'reconnectBackend'],
  [CUT, 'Backend_Delete', 'deleteBackend'],
  [fileOf('azure.com/cosmos-db'), 'SqlResources_GetSqlDatabase', 'getSqlDatabase'],
  [fileOf('azure.com/servicebus'), 'Queues_CreateOrUpdate', 'createOrUpdateQueue'],
  [EVENT_GRID, 'Topics_RegenerateKey', 'regenerateTopicKey', '--name', 'regenerateTopicKey', '--secrets', 'returned'],
  [EVENT_GRID, 'Topics_Delete', 'deleteTopic'],
  [
    fileOf('microsoft.com/graph'),
    'users.user.GetUser',
    'getUser',
    '--upstream',
    'backupRestore',
    '--secrets',
    'redacted',
  ],
  // A new upstream.
  [fileOf('postmarkapp.com/server'), 'getSingleBounce', 'getSingleBounce', '--upstream', 'postmark'],
] as const;
const names = ADDED.map(([, , name]) => name);

/** What shows that an operation is served, validated, paged; refused without a grant; described; in the client; in the console. */
const TESTS = [
  ...['test/api/examples.test.ts', 'test/api/bodies.test.ts', 'test/security/access-matrix.test.ts'],
  ...['test/client/msw.test.ts', 'test/pages', 'test/contract', 'test/unit/contracts', 'test/architecture.test.ts'],
];
const OWN_TEST = 'test/api/get-single-bounce.test.ts';
const PLACES = 'test/contract/operation-places.test.ts';

const copy = makeFolder('add-operation-');
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });

/** Runs a command in the copy; resolves to all that it prints. */
function run(file: string, ...args: readonly string[]): Promise<string> & { readonly child: ChildProcess } {
  // In CI the configuration writes its report elsewhere.
  const options = { cwd: copy, env: { ...process.env, CI: '' }, maxBuffer: 2 ** 26 };
  const running = promisify(execFile)(process.execPath, [join('node_modules', file), ...args], options);
  const printing = running.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: Error & { stdout: string; stderr: string }) => {
      throw Object.assign(error, { message: error.message + error.stdout + error.stderr });
    },
  );
  return Object.assign(printing, { child: running.child });
}
const runTool = (name: string, ...args: readonly string[]) => run('tsx/dist/cli.mjs', `tools/${name}.ts`, ...args);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns the results of test files in the copy, and what is printed of failures. */
async function runTests(...files: readonly string[]) {
  const report = join(copy, 'reports/report.json');
  // Of the new operations, and of all together: the others pass where they are.
  const own = ['-t', [...names, 'every'].join('|')];
  const projects = ['--project', 'quick', '--project', 'http'];
  const options = [
    '--config',
    'test/vitest.config.ts',
    ...projects,
    '--reporter=json',
    `--outputFile=${report}`,
    ...own,
  ];
  const failure = await run('vitest/vitest.mjs', 'run', ...options, '--reporter=default', ...files).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { results: testResults.flatMap((file) => file.assertionResults), failure };
}

/** What `npm run generate` printed after each edit but the last. */
const missing: string[] = [];
/** What the tool printed, by operation. */
const printed = new Map<string, string>();

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(existsSync)) cpSync(file, join(copy, file));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'before');
  // Name and role are answered, the resource is what is proposed; then the input ends.
  const asking = run('tsx/dist/cli.mjs', 'tools/add-operation.ts', CUT, 'listSalesOrders', '--dry-run');
  asking.child.stdin?.end('findSalesOrders\nSalesOrders.Find\n\n');
  const dry = await asking;
  for (const text of [
    '[SalesOrders.Read]: ',
    '+ export const findSalesOrders = defineOperation({',
    "+   access: { role: 'SalesOrders.Find' },",
  ])
    expect(dry).toContain(text);
  expect(dry).not.toContain('+   cache:');
  expect(git('status', '--porcelain')).toBe('');
  for (const [file, before, text, [from, to] = ['', '']] of EDITS) {
    const own = readFileSync(join(copy, file), 'utf8').replace(from, to);
    const at = own.lastIndexOf(`\n${before}`) + 1;
    writeFileSync(join(copy, file), own.slice(0, at) + text + own.slice(at));
    if (file !== EDITS.at(-1)?.[0])
      missing.push(await runTool('generate').catch(({ stderr }: { stderr: string }) => stderr));
  }
  writeFileSync(join(copy, OWN_TEST), TEST);
  await run('@biomejs/biome/bin/biome', 'check', '--write', ...EDITS.map(([file]) => file), OWN_TEST);
  for (const [definition, id, name, ...options] of ADDED)
    printed.set(name, await runTool('add-operation', definition, id, '--yes', ...options));
  await runTool('generate');
}, 240_000);

it('of an upstream that is new, generate says what is missing, and nothing else', () => {
  expect(missing.map((text) => text.split('\n').slice(0, -1))).toEqual([
    [
      'lib/http/error-formats.ts: add the error format postmark.',
      'tools/openapi/error-schemas.ts: add a body of postmark.',
      'dev/upstream/apis.ts: add the API of POSTMARK_BASE_URL.',
      'tools/doctor/upstream-probes.ts: add a read of postmark.',
    ],
    [
      'tools/openapi/error-schemas.ts: add a body of postmark.',
      'dev/upstream/apis.ts: add the API of POSTMARK_BASE_URL.',
      'tools/doctor/upstream-probes.ts: add a read of postmark.',
    ],
    [
      'dev/upstream/apis.ts: add the API of POSTMARK_BASE_URL.',
      'tools/doctor/upstream-probes.ts: add a read of postmark.',
    ],
    ['tools/doctor/upstream-probes.ts: add a read of postmark.'],
  ]);
});

it('what is written is a definition, a contract, an entry and an example', () => {
  const [, written = ''] = /^Wrote (.*)\.$/m.exec(printed.get('createOrUpdateQueue') ?? '') ?? [];
  expect(written.split(', ').sort()).toEqual([
    'dev/upstream/examples/createOrUpdateQueue.json',
    'functions/create-or-update-queue.ts',
    'functions/operations.ts',
    'lib/contracts/create-or-update-queue.ts',
  ]);
});

it('what the definition says and the contract does not is printed with its path', () => {
  expect(printed.get('createOrUpdateTopicEventSubscription')?.split('\n').slice(0, 3)).toEqual([
    'properties.destination.properties.endpointUrl is a secret: add its name to lib/contracts/secret-names.ts.',
    'properties.labels: not checked here: uniqueItems: true',
    'properties.deadLetterDestination: not checked here: it is one of several kinds without a discriminator, so anything passes',
  ]);
  expect(printed.get('getUser')).toContain('response: described 1 levels deep; what is below is not described');
});

it('the response of one read of Graph adds less than 3,000 lines to the client', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length;
  expect(lines(join(copy, 'client/src/schema.ts')) - lines('client/src/schema.ts')).toBeLessThan(3_000);
});

it('the added operations are served, refused, validated, paged, described, in the client and in the console', async () => {
  const checks = [run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'), run('typescript/bin/tsc')];
  const [{ results, failure }] = await Promise.all([runTests(...TESTS, OWN_TEST), ...checks]);
  const tried = results.filter(({ status }) => status !== 'skipped');
  expect(
    tried.filter(({ status }) => status !== 'passed'),
    failure,
  ).toEqual([]);
  for (const name of names)
    expect(tried.filter(({ fullName }) => fullName.includes(name)).length, name).toBeGreaterThan(3);
  expect(tried.map(({ fullName }) => fullName)).toContain(
    'createOrUpdateTopicEventSubscription refuses a body with an invalid properties.filter.advancedFilters.0.operatorType, which is not sent',
  );
}, 240_000);

it('of an operation that goes, what is left over is listed, and without all the tree is as before', async () => {
  const list = join(copy, 'functions/operations.ts');
  const remove = (name: string) => {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    rmSync(join(copy, `functions/${file}.ts`));
    const kept = readFileSync(list, 'utf8').split('\n');
    writeFileSync(list, kept.filter((line) => !new RegExp(`\\b${name}\\b`).test(line)).join('\n'));
    return () => {
      rmSync(join(copy, `lib/contracts/${file}.ts`), { force: true });
      rmSync(join(copy, `dev/upstream/examples/${name}.json`));
    };
  };
  const clear = remove('reconnectBackend');
  const { failure } = await runTests(PLACES);
  for (const line of [
    'dev/upstream/examples/reconnectBackend.json: remove it',
    'lib/contracts/reconnect-backend.ts: remove it',
    'README.md: run npm run generate',
  ])
    expect(failure).toContain(line);
  clear();
  for (const name of names) if (name !== 'reconnectBackend') remove(name)();
  rmSync(join(copy, OWN_TEST));
  git('checkout', '--', ...EDITS.map(([file]) => file));
  await runTool('generate');
  expect(git('status', '--porcelain')).toBe('');
}, 180_000);
