import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));
const workflows = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly concurrency: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: unknown;
        readonly 'timeout-minutes'?: number;
        readonly steps: Step[];
      }
    >
  >;
}

const listSteps = (path: string) => Object.values((parse(read(path)) as Workflow).jobs).flatMap(({ steps }) => steps);

it.each(workflows)(
  '%s declares triggers and concurrency, may read at most, and has a timeout for every job',
  (path) => {
    const { on, concurrency, permissions, jobs }: Workflow = parse(read(path));
    expect([on, concurrency]).not.toContain(undefined);
    expect([{}, { contents: 'read' }]).toContainEqual(permissions);
    expect(Object.values(jobs).map((job) => Number(job['timeout-minutes']) > 0)).toEqual(
      Object.keys(jobs).map(() => true),
    );
  },
);

it.each(workflows)('%s pins each action by commit, with the version as a comment', (path) => {
  const uses = listSteps(path).flatMap((step) => step.uses ?? []);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/^[\w-]+\/[\w/-]+@[\da-f]{40}$/.test(action))).toEqual([]);
  expect(read(path).match(/uses: \S+ # v\d+\.\d+\.\d+$/gm)?.length).toBe(uses.length);
});

it.each(workflows)('%s runs existing scripts, no install script and no expression, and uses no secrets', (path) => {
  const runs = listSteps(path).flatMap(({ run }) => run ?? []);
  const text = runs.join('\n');
  const scripts = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script as string);
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  expect(text).not.toMatch(/npm ci(?! --ignore-scripts)/);
  // The values of expressions would be executed.
  expect(text).not.toContain('${{');
  expect(read(path)).not.toMatch(/secrets\./);
});

it('only the deployment and the publication of a release may write or get a token of the identity provider', () => {
  const granted = workflows.flatMap((path) => {
    const { jobs }: Workflow = parse(read(path));
    return Object.entries(jobs).map(([name, { permissions = {} }]) => [`${path} ${name}`, permissions] as const);
  });
  const writing = granted.filter(([, permissions]) => Object.values(permissions as object).includes('write'));
  expect(Object.fromEntries(writing)).toEqual({
    '.github/workflows/deploy.yml deploy': { contents: 'read', attestations: 'read', 'id-token': 'write' },
    '.github/workflows/release.yml publish': { contents: 'write', 'id-token': 'write', attestations: 'write' },
    '.github/workflows/supply-chain.yml codeql': { contents: 'read', 'security-events': 'write' },
  });
});

it('the host sends no spans beside ours: it would read the same collector (docs/decisions.md#telemetry)', () => {
  expect(JSON.parse(read('host.json'))).not.toHaveProperty('telemetryMode');
  const settings = read('infra/app/settings.bicep') + read('infra/app/function-app.bicep');
  expect(settings).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
  expect(settings).not.toMatch(/AzureFunctionsJobHost__telemetryMode/i);
});

it('azd deploys what npm run build writes, and builds once', () => {
  const { services, infra } = parse(read('azure.yaml'));
  const { hooks, dist, host, language } = services.frontdesk;
  // azd itself runs the script `build` of a Node project before it zips `dist`.
  expect({ hooks, dist, host, language }).toEqual({ dist: 'dist/package', host: 'function', language: 'ts' });
  expect(manifest.scripts.build).toBe('node tools/build.mjs && tsx tools/package.ts');
  expect(existsSync(join(infra.path, `${infra.module}.bicep`))).toBe(true);
  expect(read('infra/app/function-app.bicep')).toContain(`'azd-service-name': '${Object.keys(services)[0]}'`);
});

it('azd zips what was built here: it refuses remoteBuild: false beside a pattern that excludes the folder node_modules', () => {
  expect(parse(read('azure.yaml')).services.frontdesk.remoteBuild).toBe(false);
  // azd takes `node_modules`, with or without slashes and `**`, for the folder; `node_modules/*` excludes what is in it.
  const excludes = /^\uFEFF?(?:\/|\*\*\/)?node_modules(?:\/(?:\*\*)?)?\s*$/m;
  expect(read('.funcignore')).not.toMatch(excludes);
  // azd would apply an ignore file of the folder that it zips.
  expect(existsSync('dist/package/.funcignore')).toBe(false);
});

it('func publishes only the deployed files', () => {
  const patterns = read('.funcignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  const names = new Set(
    tracked
      .trim()
      .split('\n')
      .map((path) => path.split('/')[0] as string),
  );
  expect(names.size).toBeGreaterThan(20);
  const published = [...names].filter((name) => !patterns.some((pattern) => pattern.test(name)));
  expect(published.filter((name) => !['host.json', 'package.json'].includes(name))).toEqual([]);
  const isPublished = (path: string) => !patterns.some((pattern) => pattern.test(path));
  // Source maps are two thirds of what the build writes.
  expect(['node_modules/zod', 'dist/main.cjs.map', 'dist/main.cjs'].filter(isPublished)).toEqual(['dist/main.cjs']);
});

describe('docs/deploy.md', () => {
  const text = read('docs/deploy.md');
  const listAll = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);

  it('names existing templates, workflows and documents', () => {
    const links = listAll(/\]\(([^)#:]+)/g).map((link) => join('docs', link));
    const templates = listAll(/`(?:infra\/)?((?:app|monitoring|access|network)\/[\w.-]+\.\w+|main\.[\w.]+)`/g);
    const paths = [...links, ...templates.map((path) => join('infra', path)), ...listAll(/(infra\/[\w/.-]+\.\w+)/g)];
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('reads existing outputs and sets existing parameters with azd', () => {
    const outputs = listAll(/azd env get-value (\w+)/g);
    expect(outputs.length).toBeGreaterThan(4);
    const main = read('infra/main.bicep');
    expect(outputs.filter((name) => !main.includes(`output ${name} string`))).toEqual([]);
    const parameters = read('infra/main.parameters.json');
    const set = listAll(/azd env set (\w+)/g);
    expect(set.length).toBeGreaterThan(2);
    expect(set.filter((name) => !new RegExp(`\\$\\{${name}[=}]`).test(parameters))).toEqual([]);
  });
});
