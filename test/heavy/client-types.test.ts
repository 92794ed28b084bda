/** What a stranger's editor and compiler see of the client: five versions of TypeScript; hover, definition and completions. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';

const packages = resolve('test/heavy/node_modules');
const folder = mkdtempSync(join(packages, 'client-types-'));
afterAll(() => rmSync(folder, { recursive: true }));
const seventh = resolve('node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [seventh, '-p', 'client', '--outDir', join(folder, 'client')]);

const SOURCE = `import { createFrontdeskClient, type Input } from './client/index.js';
const client = createFrontdeskClient({ baseUrl: '', getToken: () => '' });
type Job = Input<'createOrReplaceStreamingJob'>;
const sku = { name: 'Standard' } as const;
const target = { subscriptionId: 's', resourceGroupName: 'g', jobName: 'j' };
const serialization = { type: 'Json' } as const;
export const jobs: readonly Job[] = [
  { ...target, body: { properties: { sku, outputs: [{ name: 'o', properties: { serialization, datasource: { type: 'Vendor.New/Kind', properties: { place: 'x' } } } }] } } },
  { ...target, body: { properties: { sku, outputs: [{ name: 'o', properties: { serialization, datasource: { type: 'Vendor.Sql/Server/Database', properties: { server: 's', database: 'd', table: 't' } } } }] } } },
  // @ts-expect-error a known kind needs its properties
  { ...target, body: { properties: { sku, outputs: [{ name: 'o', properties: { serialization, datasource: { type: 'Vendor.Sql/Server/Database' } } }] } } },
  { ...target, body: { location: undefined, properties: { sku, compatibilityLevel: undefined } } },
];
export const job = async () => {
  const text = await client.getStreamingJob({ ...target, $expand: 'inputs' });
  const list = await client.getStreamingJob({ ...target, $expand: ['inputs'] });
  const same: typeof list.body = text.body;
  // @ts-expect-error a list has only known names
  await client.getStreamingJob({ ...target, $expand: ['input'] });
  return same.properties.inputs?.length;
};
export const events = (filter: string) => client.listHealthEvents({ subscriptionId: 's', resourceGroupName: 'g', resourceProviderNamespace: 'V', resourceType: 't', resourceName: 'n', $filter: filter });
const output: Job = { ...target, body: { properties: { sku, outputs: [{ name: 'o', properties: { serialization, datasource: { type: '' } } }] } } };
`;
const file = join(folder, 'app.ts');
// The last line is for the editor only.
writeFileSync(file, SOURCE.replace(/const output.*\n$/, ''));
const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], lib: ['es2022', 'dom'] };
const compilerOptions = { ...options, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext' };
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));

it.each([
  ['5.4', 'typescript-5.4/bin/tsc'],
  ['5.6', 'typescript-5.6/bin/tsc'],
  ['5.9', 'typescript/bin/tsc'],
  ['6', 'typescript-6/bin/tsc'],
  ['7', seventh],
])('TypeScript %s accepts what is right, and nothing else', (version, compiler) => {
  const tsc = resolve(packages, compiler);
  expect(execFileSync(process.execPath, [tsc, '--version'], { encoding: 'utf8' })).toContain(`Version ${version}`);
  expect(() => execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })).not.toThrow();
});

/** An editor with the source. */
function openEditor() {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ts.convertCompilerOptionsFromJson(compilerOptions, folder).options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name)
        ? ts.ScriptSnapshot.fromString(name === file ? SOURCE : readFileSync(name, 'utf8'))
        : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
  };
  return ts.createLanguageService(host);
}

it('an editor shows the documentation of an operation, leads to it, and suggests known kinds', () => {
  const editor = openEditor();
  const at = SOURCE.indexOf('listHealthEvents') + 3;
  const documentation = ts.displayPartsToString(editor.getQuickInfoAtPosition(file, at)?.documentation);
  for (const part of ['List the health events of one resource', '`HealthEvents.Read`', 'cached for 60 s', 'per second'])
    expect(documentation).toContain(part);
  const [definition] = editor.getDefinitionAtPosition(file, at) ?? [];
  expect(definition).toMatchObject({ fileName: expect.stringMatching(/schema\.d\.ts$/), name: 'listHealthEvents' });
  const filter = ts.displayPartsToString(
    editor.getQuickInfoAtPosition(file, SOURCE.indexOf('$filter') + 2)?.documentation,
  );
  expect(filter).toContain("Example: `status eq 'Active'`");
  const empty = SOURCE.lastIndexOf("type: '") + "type: '".length;
  const names = editor.getCompletionsAtPosition(file, empty, {})?.entries.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Vendor.Sql/Server/Database', 'Vendor.Storage/Blob']));
});
