import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { alone } from './vitest.config.ts';

/** From the top layer down. Folders of one layer do not import each other. */
const LAYERS = [
  ['functions'],
  ['lib/azure'],
  ['lib/batch'],
  ['lib/pages', 'lib/pipeline'],
  ['lib/fetch-cached'],
  ['lib/fetch-upstream'],
  ['lib/long-running', 'lib/page-links'],
  ['lib/endpoint'],
  ['lib/services'],
  ['lib/compile-operation', 'lib/health', 'lib/limits'],
  ['lib/operation', 'lib/settings'],
  ['lib/policy', 'lib/profiles'],
  ['lib/auth', 'lib/cache', 'lib/upstream', 'lib/observability'],
  ['lib/http'],
  ['lib/time'],
  ['lib/contracts'],
];

/** External packages, and the files that may import them. */
const OWNERS: Record<string, RegExp> = {
  '@azure/functions': /^(functions\/start-app|lib\/azure\/[a-z-]+)\.ts$/,
  '@azure/core-rest-pipeline': /^lib\/(cache\/table-client|upstream\/credential)\.ts$/,
  '@azure/data-tables': /^lib\/cache\/table-client\.ts$/,
  '@azure/identity': /^lib\/upstream\/(credential|token-cache)\.ts$/,
  jose: /^lib\/auth\/(authenticate|jwks)\.ts$/,
  undici: /^lib\/http\/http-client\.ts$/,
};

for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)) {
  if (name.startsWith('@opentelemetry/')) OWNERS[name] = /^lib\/observability\/(opentelemetry|spans)\.ts$/;
}

/** What the folders around the app may import of the repository. Tests may import anything. */
const AROUND: Record<string, readonly string[]> = {
  dev: ['tools/build.mjs', 'pages/console/logic/explain.ts'],
  tools: ['lib', 'functions', 'dev', 'pages/build.mjs', 'pages/docs/logic/describe-schema.ts'],
  bench: ['lib', 'functions', 'dev', 'client', 'test/testbed', 'tools/build.mjs'],
  pages: ['client'],
  client: [],
};

/** Files that still break a rule; the list only shrinks. */
const EXEMPT: readonly string[] = [];

interface Import {
  readonly from: string;
  /** A file of the repository, or a package. */
  readonly to: string;
}

function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // The benchmark installs its peers below bench/.
  const own = names.filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.includes('node_modules'));
  return own.map((name) => join(folder, name));
}

function readImports(folder: string): Import[] {
  return listFiles(folder).flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)';|\bimport\('([^']+)'\)/gm,
      ),
      (match) => {
        const name = (match[1] ?? match[2] ?? match[3]) as string;
        return { from: file, to: name.startsWith('.') ? normalize(join(dirname(file), name)) : name };
      },
    ),
  );
}

const folderOf = (file: string) =>
  file.startsWith('functions/') ? 'functions' : file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
const layerOf = (file: string) => LAYERS.findIndex((folders) => folders.includes(folderOf(file)));
const app = [...readImports('functions'), ...readImports('lib')];

it('imports go to lower layers only', () => {
  const inside = app.filter(({ to }) => to.endsWith('.ts'));
  expect(inside.length).toBeGreaterThan(80);
  const upward = inside.filter(
    ({ from, to }) =>
      layerOf(from) < 0 || layerOf(to) < 0 || (folderOf(from) !== folderOf(to) && layerOf(from) >= layerOf(to)),
  );
  expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it('only its owners import an external package', () => {
  const others = app.filter(({ from, to }) => OWNERS[to] !== undefined && !OWNERS[to].test(from));
  expect(others.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  const imported = new Set(app.map(({ to }) => to));
  expect(Object.keys(OWNERS).filter((name) => !imported.has(name))).toEqual([]);
});

it('the contracts import only zod', () => {
  const outside = readImports('lib/contracts').filter(({ to }) => !/^zod(?:\/v4\/core)?$|^lib\/contracts\//.test(to));
  expect(outside).toEqual([]);
});

it('the entry reaches only functions and lib: the schemas of responses, in tools, are not in the bundle', () => {
  const reached = new Set(['functions/index.ts']);
  for (const file of reached) for (const { from, to } of app) if (from === file && to.endsWith('.ts')) reached.add(to);
  expect(reached.size).toBeGreaterThan(80);
  expect([...reached].filter((file) => !/^(?:functions|lib)\//.test(file))).toEqual([]);
});

it.each(Object.entries(AROUND))('%s imports only %j', (folder, allowed) => {
  const source = folder === 'client' ? 'client/src' : folder;
  const forbidden = readImports(source).filter(({ from, to }) => {
    const isAllowed = [folder, ...allowed].some((place) => to === place || to.startsWith(`${place}/`));
    return /\.(?:ts|tsx|mjs)$/.test(to) && !isAllowed && !EXEMPT.includes(from);
  });
  expect(forbidden.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it('no source file is longer than 250 lines', () => {
  const files = ['lib', 'functions', 'dev', 'tools', 'pages', 'bench', 'client/src', '.ci'].flatMap(listFiles);
  const generated = ['schema.ts', 'schema.microsoft.ts', 'examples.ts', 'examples.microsoft.ts'].map(
    (file) => `client/src/${file}`,
  );
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > 250);
  expect(long.filter((file) => !generated.includes(file) && !EXEMPT.includes(file))).toEqual([]);
});

it('only the settings read the environment', () => {
  const readers = [...listFiles('functions'), ...listFiles('lib')].filter((file) =>
    readFileSync(file, 'utf8').includes('process.env'),
  );
  expect(readers).toEqual(['lib/settings/read-settings.ts']);
});

it('docs/architecture.md names every folder of lib', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const folders = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(8);
  expect(folders.filter(({ name }) => !page.includes(`\`lib/${name}/\``))).toEqual([]);
});

/** What other machines understand: tokens, rows, links, HTTP dates, the times of error bodies and of telemetry. */
const WALL_CLOCK =
  /^lib\/(?:time\/clock|auth\/authenticate|cache\/(?:loader|table-store|table-client|sweep)|fetch-cached|upstream\/(?:client|sealed-link|token-cache)|fetch-upstream|pipeline|observability\/(?:metrics|opentelemetry|telemetry|request-record))\.ts$/;

it('F58 only the files that are listed read the wall clock: durations are measured by the monotonic one', () => {
  const readers = [...listFiles('lib'), ...listFiles('functions')].filter((file) =>
    /\bwallNow\b|\bDate\.now\b|new Date\(\)/.test(readFileSync(file, 'utf8')),
  );
  expect(readers.filter((file) => !WALL_CLOCK.test(file))).toEqual([]);
});

it('a test that moves the date has a process of its own: those that follow would be told the wrong time', () => {
  const imports = readImports('test');
  const readUsers = (file: string): string[] =>
    imports.filter(({ to }) => to === file).flatMap(({ from }) => [from, ...readUsers(from)]);
  const moving = readUsers('test/support/moving-date.ts').filter((file) => file.endsWith('.test.ts'));
  const patterns = alone.map(toPattern);
  expect(moving.length).toBeGreaterThan(0);
  expect(moving.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
});

function toPattern(glob: string): RegExp {
  const source = glob
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:.+/)?')
    .replace(/(?<!\.)\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}
