/**
 * Six operations of published definitions, which nobody planned for, are added by command in a copy of the repository. Then the tests that
 * every operation has pass there. The definitions are cut from the published ones.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../support/folder.ts';

/** Operation id, the name that it is given, and options: what no definition says. */
const ADDED = [
  // A read with nested ids.
  ['DocumentClassifiers_GetClassifyResult', 'getClassifyResult', '--upstream', 'documentModels', '--cache', '60'],
  // A list with pages and $filter.
  ['listAccounts', 'listAccounts'],
  // A write whose body has kinds.
  ['TopicEventSubscriptions_CreateOrUpdate', 'createOrUpdateTopicEventSubscription'],
  // An action that is accepted with 202.
  ['Backend_Reconnect', 'reconnectBackend'],
  // A deletion with If-Match.
  ['Backend_Delete', 'deleteBackend'],
  // A list of Graph.
  ['solution.backupRestore_ListDriveProtectionUnit', 'listDriveProtectionUnits', '--role', 'ProtectionUnits.Read'],
] as const;
const names = ADDED.map(([, name]) => name);

/** What shows that an operation is served, validated, paged; refused without a grant; described; in the client; in the console. */
const TESTS = [
  'test/api/examples.test.ts',
  'test/security/access-matrix.test.ts',
  'test/client/msw.test.ts',
  'test/pages/live.test.ts',
];
const PLACES = 'test/contract/operation-places.test.ts';

const copy = makeFolder('add-operation-');

/** Runs a command in the copy; returns all that it prints. */
async function run(file: string, ...args: readonly string[]): Promise<string> {
  // In CI the configuration writes its report elsewhere.
  const env = { ...process.env, CI: '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { cwd: copy, env });
  return stdout + stderr;
}
const runTool = (name: string, ...args: readonly string[]) =>
  run('node_modules/tsx/dist/cli.mjs', `tools/${name}.ts`, ...args);
const add = (id: string, ...options: readonly string[]) =>
  runTool('add-operation', 'test/add-operation', id, ...options);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns the results of test files in the copy, and what is printed of failures. */
async function runTests(...files: readonly string[]) {
  const report = join(copy, 'report.json');
  // Of the new operations, and of all together: the others pass where they are.
  const own = ['-t', [...names, 'every'].join('|')];
  const options = ['--config', 'test/vitest.config.ts', '--reporter=json', `--outputFile=${report}`, ...own];
  const failure = await run('node_modules/vitest/vitest.mjs', 'run', ...options, '--reporter=default', ...files).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { results: testResults.flatMap((file) => file.assertionResults), failure };
}

/** What the tool printed, by operation. */
const printed = new Map<string, string>();

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(existsSync)) cpSync(file, join(copy, file));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const before = readFileSync(join(copy, 'functions/operations.ts'), 'utf8');
  expect(await add('listAccounts', '--dry-run')).toContain('+ export const listAccounts = defineOperation({');
  expect(readFileSync(join(copy, 'functions/operations.ts'), 'utf8')).toBe(before);
  for (const [id, name, ...options] of ADDED) printed.set(name, await add(id, ...options));
  await runTool('generate');
}, 120_000);

it.each([
  ['listAccounts', ['functions/list-accounts.ts', 'functions/operations.ts']],
  [
    'createOrUpdateTopicEventSubscription',
    [
      'functions/create-or-update-topic-event-subscription.ts',
      'functions/operations.ts',
      'lib/contracts/create-or-update-topic-event-subscription.ts',
    ],
  ],
])('%s is its definition, its contract and its entry, beside its example', (name, files) => {
  const [, written = ''] = /^Wrote (.*)\.$/m.exec(printed.get(name) ?? '') ?? [];
  expect(written.split(', ').sort()).toEqual([`dev/upstream/examples/${name}.json`, ...files]);
});

it('what the definition says and the contract does not is printed with its path', () => {
  expect(printed.get('createOrUpdateTopicEventSubscription')?.split('\n').slice(0, 3)).toEqual([
    'properties.destination.properties.endpointUrl is a secret: add its name to lib/contracts/secret-names.ts.',
    'properties.labels has uniqueItems, which is not checked.',
    'properties.deadLetterDestination is one of several kinds without a discriminator: anything passes there.',
  ]);
});

it('the added operations are served, refused, validated, paged, described, in the client and in the console', async () => {
  const [{ results }] = await Promise.all([runTests(...TESTS, PLACES), run('node_modules/typescript/bin/tsc')]);
  const tried = results.filter(({ status }) => status !== 'skipped');
  expect(tried.filter(({ status }) => status !== 'passed')).toEqual([]);
  for (const name of names)
    expect(tried.filter(({ fullName }) => fullName.includes(name)).length, name).toBeGreaterThan(3);
  const titles = tried.map(({ fullName }) => fullName);
  expect(titles).toContain(
    'createOrUpdateTopicEventSubscription refuses a body with an invalid properties.filter.advancedFilters.0.operatorType, which is not sent',
  );
});

it('of an operation that goes, what is left over is listed', async () => {
  rmSync(join(copy, 'functions/reconnect-backend.ts'));
  const list = join(copy, 'functions/operations.ts');
  const kept = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('reconnectBackend'));
  writeFileSync(list, kept.join('\n'));
  const { failure } = await runTests(PLACES);
  for (const line of [
    'dev/upstream/examples/reconnectBackend.json: remove it',
    'lib/contracts/reconnect-backend.ts: remove it',
    'README.md: run npm run generate',
  ])
    expect(failure).toContain(line);
});
