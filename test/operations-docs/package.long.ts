import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { managedIdentity, resources } from '../../dev/seed.ts';
import { startTables } from '../../dev/tables.ts';
import { bundle } from '../../tools/build.mjs';
import { startCollector } from '../api/collector.ts';
import { makeFolder } from '../support/folder.ts';
import { startServers } from '../testbed/emulators.ts';

const repository = join(import.meta.dirname, '../..');
const tsx = import.meta.resolve('tsx');
const run = promisify(execFile);
const makePackage = (root: string, ...options: string[]) =>
  run(process.execPath, ['--import', tsx, 'tools/package.ts', '--root', root, ...options], { cwd: repository });

interface BundleMeta {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Everything that a build reads. */
const BUILD_FILES = [
  ...['client', 'docs/openapi.json', 'docs/openapi.microsoft.json', 'docs/reliability.md', 'docs/specification.md'],
  ...['functions', 'host.json', 'lib', 'package.json'],
  ...['package-lock.json', 'pages', 'tools', 'tsconfig.json', '.npmrc'],
];

/** What a build outside of a repository gets. */
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const source = makeFolder('frontdesk-');

beforeAll(async () => {
  for (const path of BUILD_FILES) {
    await cp(join(repository, path), join(source, path), { recursive: true });
  }
  await symlink(join(repository, 'node_modules'), join(source, 'node_modules'));
  await mkdir(join(source, 'dist'));
  await bundleAt(source, COMMIT);
  await makePackage(source);
}, 60_000);

it('contains host.json, package.json, both scripts, the bill of materials and the licences, and nothing else', async () => {
  const entries = unzipSync(await readFile(join(source, 'dist/frontdesk.zip')));
  const built = ['dist/main.cjs', 'dist/opentelemetry.cjs'];
  expect(Object.keys(entries)).toEqual([
    'THIRD-PARTY-LICENSES.txt',
    ...built,
    'host.json',
    'package.json',
    'sbom.cdx.json',
  ]);
  for (const path of built) {
    expect((await readFile(join(source, path))).equals(entries[path] ?? new Uint8Array())).toBe(true);
  }
  expect(JSON.parse(new TextDecoder().decode(entries['package.json']))).toEqual({
    name: 'frontdesk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+\+0123456789ab$/),
    private: true,
    license: 'MIT',
    type: 'module',
    main: 'dist/main.cjs',
    engines: expect.any(Object),
  });
});

it.each([
  ['main.cjs', 1_300_000],
  ['opentelemetry.cjs', 130_000],
])('dist/%s has at most %d bytes', async (name, limit) => {
  expect((await stat(join(source, 'dist', name))).size).toBeLessThanOrEqual(limit);
});

it('main.cjs has no part of undici and zod that the app never uses', async () => {
  const bundled = await listBundled('dist/main.cjs');
  expect(bundled.length).toBeGreaterThan(200);
  const unreachable = /zod\/v4\/locales\/(?!en\.)|undici\/lib\/(?:mock\/|cache\/|web\/websocket\/)/;
  expect(bundled.filter((path) => unreachable.test(path))).toEqual([]);
});

it('OpenTelemetry’s packages are in opentelemetry.cjs only, which main.cjs imports at run time', async () => {
  const isOpenTelemetry = (path: string) =>
    /@opentelemetry\/|lib\/observability\/(?:opentelemetry|spans)\.ts/.test(path);
  expect((await listBundled('dist/main.cjs')).filter(isOpenTelemetry)).toEqual([]);
  expect((await listBundled('dist/opentelemetry.cjs')).filter(isOpenTelemetry).length).toBeGreaterThan(50);
  const script = await readFile(join(source, 'dist/main.cjs'), 'utf8');
  expect(script).not.toContain('@opentelemetry');
  expect(script.split('opentelemetry.cjs')).toHaveLength(2);
  expect(script).toContain('import("./opentelemetry.cjs")');
});

it('the bill of materials has every package whose code is deployed, nested ones too, with the locked version and hash', async () => {
  const { metadata, components } = JSON.parse(await readFile(join(source, 'dist/package/sbom.cdx.json'), 'utf8'));
  expect(metadata.component).toMatchObject({ name: 'frontdesk', version: expect.stringContaining('+0123456789ab') });
  const sources = [...(await listBundled('dist/main.cjs')), ...(await listBundled('dist/opentelemetry.cjs'))];
  const folders = new Set(
    sources.flatMap(
      (path) =>
        path.match(/node_modules\/.*node_modules\/(?:@[^/]+\/)?[^/]+|node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [],
    ),
  );
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const expected = [...folders].map(
    (folder) => `${folder.replace(/.*node_modules\//, '')}@${packages[folder].version}`,
  );
  const listed = components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`);
  expect(folders.size).toBeGreaterThan(20);
  expect(listed).toEqual([...new Set(expected)].sort());
  expect(listed).not.toContain('preact@11.2.0');
  for (const { hashes, licenses, purl } of components) {
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }]);
    expect(licenses[0].license.id).toMatch(/^(?:MIT|ISC|Apache-2\.0|BSD-3-Clause|BlueOak-1\.0\.0)$/);
    expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
  }
});

it('the licences name every package, with the text that it was published with', async () => {
  const text = await readFile(join(source, 'dist/package/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const { components } = JSON.parse(await readFile(join(source, 'dist/package/sbom.cdx.json'), 'utf8'));
  for (const { name, version } of components) expect(text).toContain(`${name} ${version} (`);
  expect(text).toContain((await readFile('node_modules/zod/LICENSE', 'utf8')).trim());
  expect(text).not.toContain('the package has no licence file');
});

it('is byte for byte reproducible, in any time zone', async () => {
  const first = await readFile(join(source, 'dist/frontdesk.zip'));
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  await makePackage(source);
  expect((await readFile(join(source, 'dist/frontdesk.zip'))).equals(first)).toBe(true);
});

it('contains the pages with --with-pages', async () => {
  // Other tests read the package without pages.
  onTestFinished(async () => void (await makePackage(source)));
  await makePackage(source, '--with-pages');
  const entries = Object.keys(unzipSync(await readFile(join(source, 'dist/frontdesk.zip'))));
  expect(entries).toContain('dist/pages/docs/index.html');
  expect(entries.filter((path) => !path.startsWith('dist/pages/')).length).toBe(6);
  const names = JSON.parse(await readFile(join(source, 'dist/package/sbom.cdx.json'), 'utf8')).components.map(
    ({ name }: { name: string }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['preact', '@preact/signals', 'zod']));
});

/** Unpacks the zip alone, and starts the built-in host in its folder, which stands in for the platform's. */
async function deploy(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const folder = makeFolder('frontdesk-deployed-', onTestFinished);
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(join(source, 'dist/frontdesk.zip'))))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  expect((await readdir(folder, { recursive: true })).some((path) => path.includes('node_modules'))).toBe(false);
  const options = ['--root', folder, '--port', '0'];
  const host = spawn(process.execPath, ['--import', tsx, join(repository, 'dev/host.ts'), ...options], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    host.kill();
    await once(host, 'exit');
  });
  for await (const line of createInterface({ input: host.stdout })) {
    const url = line.match(/^Host started on (\S+)/)?.[1];
    if (url) return url;
  }
  throw new Error('The host ended before it was ready.');
}

/** Starts what a deployed app calls; returns the settings that lead there, and a token. */
async function startEmulators(profile: 'vendor' | 'microsoft') {
  const servers = await startServers({ profile, tables: await startTables({ port: 0 }) });
  onTestFinished(servers.close);
  const settings: Readonly<Record<string, string>> = { ...servers.settings, CACHE_TABLE_NAME: 'frontdeskcache' };
  return { settings, headers: { authorization: `Bearer ${await servers.issuer.issueToken({})}` } };
}

it('serves with exactly the settings that the templates deploy', { timeout: 60_000 }, async () => {
  const { settings: emulated, headers } = await startEmulators('microsoft');
  /** Those of the templates, with the emulators' addresses; nobody listens at the table's. */
  const values: Readonly<Record<string, string>> = {
    ...emulated,
    // A deployment refuses the sample's.
    LINK_KEY: Buffer.alloc(32).toString('base64'),
    MANAGED_IDENTITY_CLIENT_ID: managedIdentity.clientId,
    // The addresses of the environment end in a slash.
    ARM_BASE_URL: `${emulated['ARM_BASE_URL']}/`,
    CACHE_TABLE_URL: 'http://127.0.0.1:1',
    FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1114112',
    UV_THREADPOOL_SIZE: '16',
    ...{ AzureWebJobsStorage__blobServiceUri: 'https://st.blob.core.windows.net' },
    ...{ AzureWebJobsStorage__credential: 'managedidentity', AzureWebJobsStorage__clientId: 'id' },
    AzureWebJobsDisableHomepage: 'true',
    APPLICATIONINSIGHTS_CONNECTION_STRING: 'InstrumentationKey=00000000-0000-0000-0000-000000000000',
    APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=id;Authorization=AAD',
  };
  const inVault = ['DOCUMENT_MODELS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'];
  const deployed = (await listDeployedSettings()).filter((name) => !inVault.includes(name));
  const settings = Object.fromEntries(deployed.map((name) => [name, values[name]]));
  expect(Object.entries(settings).filter(([, value]) => value === undefined)).toEqual([]);
  const url = await deploy({
    ...settings,
    ...{ IDENTITY_ENDPOINT: emulated['IDENTITY_ENDPOINT'], IDENTITY_HEADER: emulated['IDENTITY_HEADER'] },
    ...{ WEBSITE_HOSTNAME: 'func-test.azurewebsites.net', WEBSITE_SITE_NAME: 'func-test', WEBSITE_INSTANCE_ID: 'i' },
    // Nobody listens there: neither the identity endpoint nor an upstream is called through a proxy of the environment.
    ...{ HTTPS_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' },
  });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
  const machine = resources.virtualMachine.replaceAll('Vendor.', 'Microsoft.');
  const address = `${url}${machine}/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01`;
  const response = await fetch(address, { headers });
  expect(response.status).toBe(200);
  expect(((await response.json()) as { nextLink: string }).nextLink).toMatch(
    /^https:\/\/func-test\.azurewebsites\.net\//,
  );
});

/** Returns the names that the templates give the app without a setting of the operator's. */
async function listDeployedSettings(): Promise<string[]> {
  const read = (name: string) => readFile(join(repository, `infra/app/${name}.bicep`), 'utf8');
  const [, own = ''] = /^var deployed = \{\n([\s\S]*?)^\}/m.exec(await read('settings')) ?? [];
  const [, hosts = ''] = /^var hostSettings = \{\n([\s\S]*?)^\}/m.exec(await read('function-app')) ?? [];
  const names = Array.from(`${own}${hosts}`.matchAll(/^ {2}(\w+): /gm), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  return names;
}

it('runs from an empty folder with only its own files, and exports spans', { timeout: 60_000 }, async () => {
  await makePackage(source);
  const { settings, headers } = await startEmulators('vendor');
  const collector = await startCollector();
  onTestFinished(collector.close);
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
  const url = await deploy({ ...settings, ...telemetry, PUBLIC_BASE_URL: 'http://127.0.0.1:7071' });
  const { version } = JSON.parse(await readFile(join(source, 'dist/package/package.json'), 'utf8'));
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  const address = `${url}${resources.virtualMachine}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
  expect((await fetch(address)).status).toBe(401);
  const response = await fetch(address, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-frontdesk-version')).toBe(version);
  expect(await response.json()).toMatchObject({ value: expect.arrayContaining([expect.any(Object)]) });
  const statuses = () => collector.spans.map(({ attributes }) => attributes['http.response.status_code']);
  await vi.waitFor(() => expect(statuses()).toEqual(expect.arrayContaining([401, 200])), { timeout: 20_000 });
  expect(collector.faults).toEqual([]);
  expect(collector.resource).toMatchObject({ 'service.version': version });
});

async function bundleAt(root: string, commit: string): Promise<void> {
  vi.stubEnv('FRONTDESK_COMMIT', commit);
  await bundle(root);
  vi.unstubAllEnvs();
}

/** Returns the files whose code is in a script. */
async function listBundled(script: string): Promise<string[]> {
  const meta: BundleMeta = JSON.parse(await readFile(join(source, 'dist/meta.json'), 'utf8'));
  return Object.entries(meta.outputs[script]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
}
