/** The compiler of the templates, where there is one: `BICEP` names it, or it is on the PATH. It takes a copy of infra/, which a test may change. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateAll } from './expressions.ts';

const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' };

export const bicep = [process.env['BICEP'], 'bicep'].find(
  (program) => program && spawnSync(program, ['--version'], { env }).status === 0,
);

/** Of which the tests know the form. */
export type Json = ReturnType<typeof JSON.parse>;

/** A resource as it would be deployed. */
export interface Resource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly properties: Json;
  readonly [member: string]: unknown;
}

export interface Snapshot {
  /** What the compiler said: warnings and errors, one a line. */
  readonly said: readonly string[];
  readonly resources: readonly Resource[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** As azd sets them. */
export const ENVIRONMENT = {
  AZURE_ENV_NAME: 'test',
  AZURE_LOCATION: 'swedencentral',
  AZURE_PRINCIPAL_ID: '00000000-0000-4000-8000-00000000000a',
  DOCUMENT_MODELS_ENDPOINT: 'https://contoso.cognitiveservices.azure.com',
  BUSINESS_DATA_BASE_URL: 'https://api.businesscentral.dynamics.com/v2.0/production/api/v2.0',
  ALERT_EMAIL: 'oncall@example.com',
};
export const TENANT = 'c0a70500-0000-4000-8000-000000000001';

/** Graph's types, of which no rule is needed here: the registry of the real ones is not asked. */
function writeExtension(folder: string): void {
  const names = ['applications', 'servicePrincipals', 'appRoleAssignedTo'].map(
    (name) => `Microsoft.Graph/${name}@v1.0`,
  );
  const any = { $ref: '#/0' };
  const types = names.flatMap((name, at) => [
    { $type: 'ObjectType', name, properties: {}, additionalProperties: any },
    { $type: 'ResourceType', name, body: { $ref: `#/${2 * at + 1}` }, readableScopes: 31, writableScopes: 31 },
  ]);
  writeFileSync(join(folder, 'types.json'), JSON.stringify([{ $type: 'AnyType' }, ...types]));
  const resources = Object.fromEntries(names.map((name, at) => [name, { $ref: `types.json#/${2 * at + 2}` }]));
  const settings = { name: 'MicrosoftGraph', version: '1.0.0', isSingleton: false };
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ resources, resourceFunctions: {}, settings }));
  const args = ['publish-extension', join(folder, 'index.json'), '--target', join(folder, 'graph.tgz')];
  execFileSync(String(bicep), args, { env, stdio: 'pipe' });
}

/** A copy of the templates. */
export class Templates {
  readonly #folder = mkdtempSync(join(tmpdir(), 'templates-'));

  constructor() {
    cpSync('infra', join(this.#folder, 'infra'), { recursive: true });
    mkdirSync(join(this.#folder, 'docs'));
    cpSync('docs/runbook.md', join(this.#folder, 'docs/runbook.md'));
    writeExtension(this.#folder);
    this.change('bicepconfig.json', (text) => text.replace(/"br:[^"]+"/, '"../graph.tgz"'));
  }

  /** @throws Error if nothing changes. */
  change(file: string, edit: (text: string) => string): void {
    const path = join(this.#folder, 'infra', file);
    const text = readFileSync(path, 'utf8');
    const changed = edit(text);
    if (changed === text) throw new Error(`Nothing changed in ${file}.`);
    writeFileSync(path, changed);
  }

  /** Returns the template as Azure gets it, and what was said. */
  build(file: string): { readonly said: readonly string[]; readonly template: Json } {
    const { stdout, stderr } = this.#run('build', join(this.#folder, 'infra', file), '--stdout');
    return { said: toLines(stderr), template: stdout && JSON.parse(stdout) };
  }

  /** Returns the files that the formatter would change. */
  listUnformatted(files: readonly string[]): string[] {
    const read = (file: string) => readFileSync(join(this.#folder, 'infra', file), 'utf8');
    const before = files.map(read);
    this.#run('format', '--pattern', join(this.#folder, 'infra/**/*.bicep'));
    return files.filter((file, at) => read(file) !== before[at]);
  }

  /** Returns what a deployment with these parameters in place of those of main.parameters.json would create. */
  snapshot(changed: Readonly<Record<string, unknown>> = {}, environment: object = ENVIRONMENT): Snapshot {
    const file = join(this.#folder, 'infra/main.parameters.json');
    const { parameters } = JSON.parse(resolve(readFileSync(file, 'utf8'), environment));
    const given = Object.entries<{ value: unknown }>(parameters).map(([name, { value }]) => [name, value] as const);
    const all = Object.entries({ ...Object.fromEntries(given), ...changed });
    const lines = all.map(
      ([name, value]) => `param ${name} = ${toBicep(name === 'isWatched' ? value === 'true' : value)}`,
    );
    const target = join(this.#folder, 'infra/main.bicepparam');
    writeFileSync(target, ["using 'main.bicep'", ...lines].join('\n'));
    const scope = ['--subscription-id', '5ab00000-0000-4000-8000-00000000000a', '--tenant-id', TENANT];
    const { stderr, status } = this.#run(
      'snapshot',
      target,
      ...scope,
      '--location',
      'swedencentral',
      '--mode',
      'overwrite',
    );
    if (status !== 0) return { said: stderr.split('\n').filter(Boolean), resources: [], outputs: {} };
    const snapshot = JSON.parse(readFileSync(target.replace('.bicepparam', '.snapshot.json'), 'utf8'));
    return {
      said: toLines(stderr),
      resources: evaluateAll(snapshot.predictedResources) as Resource[],
      outputs: evaluateAll(snapshot.outputs) as Snapshot['outputs'],
    };
  }

  #run(...args: readonly string[]) {
    return spawnSync(String(bicep), args, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  }
}

const toLines = (text: string) => text.split('\n').filter((line) => / : (?:Warning|Error) /.test(line));

/** As azd resolves `${NAME}` and `${NAME=default}`. */
function resolve(text: string, environment: object): string {
  const values = environment as Readonly<Record<string, string>>;
  return text.replace(/\$\{(\w+)(?:=([^}]*))?\}/g, (_, name, byDefault = '') => values[name] ?? byDefault);
}

function toBicep(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[\n${value.map(toBicep).join('\n')}\n]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{\n${Object.entries(value)
    .map(([name, member]) => `${name}: ${toBicep(member)}`)
    .join('\n')}\n}`;
}
