import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** From the top floor down; what stands together does not know its neighbours. */
const FLOORS = [
  ['functions'],
  ['lib/azure'],
  ['lib/pages', 'lib/pipeline'],
  ['lib/fetch-cached'],
  ['lib/fetch-upstream'],
  ['lib/page-links'],
  ['lib/request-context'],
  ['lib/services'],
  ['lib/compile-operation', 'lib/health'],
  ['lib/operation', 'lib/settings'],
  ['lib/profiles', 'lib/auth', 'lib/cache', 'lib/upstream', 'lib/observability'],
  ['lib/http'],
  ['lib/time'],
  ['lib/contracts'],
];

/** Outside packages, each with its one owner. */
const OWNERS: Record<string, RegExp> = {
  '@azure/functions': /^(functions\/start-app|lib\/azure\/[a-z-]+)\.ts$/,
  '@azure/core-rest-pipeline': /^lib\/cache\/table-client\.ts$/,
  '@azure/data-tables': /^lib\/cache\/table-client\.ts$/,
  '@azure/identity': /^lib\/upstream\/token-cache\.ts$/,
  jose: /^lib\/auth\/(authenticate|jwks)\.ts$/,
  undici: /^lib\/http\/http-client\.ts$/,
};

for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)) {
  if (name.startsWith('@opentelemetry/')) OWNERS[name] = /^lib\/observability\/(opentelemetry|spans)\.ts$/;
}

interface Import {
  readonly from: string;
  /** A file of the repository, or a package. */
  readonly to: string;
}

function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

function readImports(folder: string): Import[] {
  return listFiles(folder).flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '([^']+)';|^import '([^']+)';/gm),
      (match) => {
        const name = (match[1] ?? match[2]) as string;
        return { from: file, to: name.startsWith('.') ? normalize(join(dirname(file), name)) : name };
      },
    ),
  );
}

const room = (file: string) =>
  file.startsWith('functions/') ? 'functions' : file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(room(file)));
const app = [...readImports('functions'), ...readImports('lib')];

it('imports go down only, and siblings do not know each other', () => {
  const inside = app.filter(({ to }) => to.endsWith('.ts'));
  expect(inside.length).toBeGreaterThan(80);
  const climbing = inside.filter(
    ({ from, to }) => floorOf(from) < 0 || floorOf(to) < 0 || (room(from) !== room(to) && floorOf(from) >= floorOf(to)),
  );
  // The registry names upstreams by the profile table's type.
  expect(climbing.filter(({ to }) => to !== 'lib/profiles.ts').map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it('each outside package has one owner', () => {
  const strangers = app.filter(({ from, to }) => OWNERS[to] !== undefined && !OWNERS[to].test(from));
  expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  const imported = new Set(app.map(({ to }) => to));
  expect(Object.keys(OWNERS).filter((name) => !imported.has(name))).toEqual([]);
});

it('the contracts are a leaf: only zod', () => {
  const outside = readImports('lib/contracts').filter(({ to }) => !/^zod(?:\/v4\/core)?$|^lib\/contracts\//.test(to));
  expect(outside).toEqual([]);
});

it('the local stack shares no code with what it emulates', () => {
  const shared = readImports('dev').filter(({ to }) => to.startsWith('lib/') || to.startsWith('functions/'));
  expect(shared).toEqual([]);
});

it('the environment is read in the settings alone', () => {
  const readers = [...listFiles('functions'), ...listFiles('lib')].filter((file) =>
    readFileSync(file, 'utf8').includes('process.env'),
  );
  expect(readers).toEqual(['lib/settings/read-settings.ts']);
});

it('docs/architecture.md names every file of lib and functions', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const definitions = new Set(operationFiles());
  const files = [...listFiles('functions'), ...listFiles('lib')].filter((file) => !definitions.has(file));
  const unnamed = files.filter((file) => !page.includes(`${basename(file)}\``));
  expect(unnamed).toEqual([]);
});

/** The definitions, which the page names as one. */
function operationFiles(): string[] {
  return listFiles('functions').filter((file) => readFileSync(file, 'utf8').includes('defineOperation('));
}
