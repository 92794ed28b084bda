/** What a generator that nobody here wrote makes of the document compiles, and calls every operation; a linter finds nothing in it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, expect, it } from 'vitest';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { mapValues } from '../../tools/openapi/share-components.ts';
import { listOperations, readDocument } from '../support/openapi.ts';
import { startStack } from '../support/stack.ts';
import { readFlags } from './dotnet.ts';

const { LOGIN_REDIRECT_ORIGINS } = CAPTURE_SETTINGS;
const stack = await startStack({ settings: { LOGIN_REDIRECT_ORIGINS } });
const env = {
  ...process.env,
  FRONTDESK: stack.url,
  UPSTREAM: stack.upstream.url,
  TOKEN: await stack.issueToken({}),
};
/** Where the generated code finds its packages. */
const folder = await mkdtemp(resolve('test/heavy/node_modules/generated-'));
afterAll(() => rm(folder, { recursive: true }));

const packages = resolve('test/heavy/node_modules');
const document = resolve(DOCUMENT_FILES.vendor);
const runIn = (cwd: string, script: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(packages, script), ...args], { cwd, env });
const run = (script: string, ...args: readonly string[]) => runIn(folder, script, args);
const operations = listOperations(readDocument());

/** Returns the member with the parameters of one place, which have the values of the examples. */
function pick({ operation }: (typeof operations)[number], place: string, member = place): string {
  const found = operation.parameters.filter((each) => each.in === place && (each.required || 'example' in each));
  const values = Object.fromEntries(found.map(({ name, example }) => [name, example ?? '*']));
  return found.length > 0 ? `${member}: ${JSON.stringify(values)},` : '';
}

const toBody = ({ operation: { requestBody } }: (typeof operations)[number]) =>
  requestBody ? `body: ${JSON.stringify(requestBody.content['application/json'].example)},` : '';

/** Prints the status of each call. Every one begins with the seed. */
const toScript = (start: string, calls: readonly (readonly [name: string, call: string])[]) => `${start}
${calls
  .map(
    ([name, call]) => `await fetch(process.env['UPSTREAM'] + '/_control/reset', { method: 'POST' });
console.log('${name}', (${call}).response?.status);`,
  )
  .join('\n')}`;

const START = `import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';
const client = createClient<paths>({ baseUrl: process.env['FRONTDESK']!, headers: { authorization: 'Bearer ' + process.env['TOKEN'] } });`;

const toCall = (one: (typeof operations)[number]) =>
  `await client.${one.method.toUpperCase()}('${one.path}', { params: { ${pick(one, 'path')} ${pick(one, 'query')} ${pick(one, 'header')} }, ${toBody(one)} })`;

it('openapi-typescript and openapi-fetch call every operation', async () => {
  await run('openapi-typescript/bin/cli.js', document, '-o', 'paths.ts');
  const calls = operations.map((one) => [one.operation.operationId, toCall(one)] as const);
  await writeFile(join(folder, 'script.ts'), toScript(START, calls));
  await checkTypes('script.ts');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const command = ['--import', import.meta.resolve('tsx'), 'script.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder, env });
  const statuses = Array.from(stdout.matchAll(/^(\w+) (\d+)$/gm), ([, name, status]) => [name, Number(status)]);
  expect(statuses.map(([name]) => name)).toEqual(operations.map(({ operation }) => operation.operationId));
  // The example of a poll leads nowhere.
  expect(statuses.filter(([, status]) => Number(status) >= 300)).toEqual([['getOperation', 400]]);
}, 240_000);

/** Compiles what was generated, strictly. */
async function checkTypes(included: string): Promise<void> {
  const tsconfig = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: ['node'] },
      ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
      typeRoots: [resolve('node_modules/@types')],
    },
    include: [included],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await run('typescript/bin/tsc', '-p', '.').catch(({ stdout }) => expect(stdout).toBe(''));
}

const KUBB = (input: string, output: string) => `import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
const plugins = [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })];
export default { root: '.', input: { path: '${input}' }, output: { path: '${output}', clean: true }, plugins };`;

const ORVAL = (input: string, output: string) => {
  const toOutput = (client: string) => ({ input, output: { target: `${output}/${client}.ts`, client } });
  return `export default ${JSON.stringify({ client: toOutput('fetch'), schemas: toOutput('zod') })};`;
};

/** Those that docs/official-clients.md shows. */
const SCRIPTS = {
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  'openapi-ts': '@hey-api/openapi-ts/bin/run.js',
  'swagger-typescript-api': 'swagger-typescript-api/dist/cli.mjs',
};

/** Without a flag that changes a type. Each leaves its files in `output`, a folder with `openapi.json`. */
const GENERATORS: Readonly<Record<string, (input: string, output: string) => Promise<unknown>>> = {
  ...mapValues(SCRIPTS, (script, name) => (_, output) => runIn(join(folder, output), script, readFlags(name))),
  orval: async (input, output) => {
    await writeFile(join(folder, 'orval.config.mjs'), ORVAL(input, output));
    await run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs');
    // Its zod schemas are values, made as the file is imported.
    expect(Object.keys(await import(join(folder, output, 'zod.ts'))).length).toBeGreaterThan(50);
  },
  kubb: async (input, output) => {
    await writeFile(join(folder, 'kubb.config.mjs'), KUBB(input, output));
    await run('@kubb/cli/bin/kubb.cjs', 'generate', '--config', 'kubb.config.mjs');
  },
};

it.each(Object.keys(GENERATORS).flatMap((name) => Object.values(DOCUMENT_FILES).map((file) => [name, file] as const)))(
  '%s makes code of %s that compiles strictly',
  async (name, file) => {
    const output = `${name}-${file.replace(/\W/g, '-')}`;
    await mkdir(join(folder, output));
    await copyFile(file, join(folder, output, 'openapi.json'));
    await GENERATORS[name]?.(resolve(file), output);
    await checkTypes(output);
  },
  240_000,
);

it.each(Object.values(DOCUMENT_FILES))('%s follows every recommended rule', async (file) => {
  const config = await createConfig({
    // Warnings are errors.
    extends: ['recommended-strict'],
    // Objects are open: responses have members that the contract does not describe.
    rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
  });
  const problems = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});
