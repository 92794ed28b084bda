/** The .NET SDK, where there is one: generates clients of an OpenAPI document, builds and runs the programs of `test/heavy/csharp`. */
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import type { ProfileName } from '../../lib/profiles.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { makeFolder } from '../support/folder.ts';

const env = { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1', KIOTA_UPDATE__DISABLED: 'true' };
const [major = '0'] = spawnSync('dotnet', ['--version'], { env, encoding: 'utf8' }).stdout?.split('.') ?? [];
const hasSdk = Number(major) >= 10;

/** Declares tests that need the SDK: skipped with the reason where there is none, unless CI requires one. */
export function describeCSharp(title: string, tests: () => void): void {
  const isRun = hasSdk || process.env['REQUIRE_DOTNET'] !== undefined;
  describe.skipIf(!isRun)(`${title}${isRun ? '' : ' (skipped: no .NET SDK 10; docs/testing.md)'}`, tests);
}

/** Returns what is printed; throws with it if the program fails. */
async function run(folder: string, program: string, args: readonly string[], more = {}): Promise<string> {
  const options = { cwd: folder, env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => Promise.reject(new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)),
  );
}

const TOOLS = [
  { id: 'Microsoft.OpenApi.Kiota', version: '1.38.0' },
  { id: 'NSwag.ConsoleCore', version: '14.8.0' },
] as const;

/** Builds a project with the files beside it; returns what runs it. Packages come from the registry that the machine is set up for. */
export async function build(project: string, files: readonly string[], folder: string, settings = {}) {
  for (const file of [`${project}.csproj`, ...files])
    copyFileSync(resolve('test/heavy/csharp', file), join(folder, file));
  await run(folder, 'dotnet', ['build', `${project}.csproj`, '--disable-build-servers', '-o', 'out'], settings);
  return (more: Readonly<Record<string, string>>) => run(folder, 'dotnet', [`out/${project}.dll`], more);
}

/** Returns the arguments of a generator that docs/official-clients.md shows, which reads `openapi.json`. */
export function readFlags(generator: string): readonly string[] {
  const [, flags = ''] =
    new RegExp(`^(?:npx )?${generator} (.*)$`, 'm').exec(readFileSync('docs/official-clients.md', 'utf8')) ?? [];
  return flags.split(' ');
}

/** Generates both clients of a profile's document, and builds them with their calls; warnings are errors. */
export async function buildGenerated(profile: ProfileName) {
  const folder = makeFolder('frontdesk-csharp-');
  for (const { id, version } of TOOLS)
    await run(folder, 'dotnet', ['tool', 'install', id, '--version', version, '--tool-path', 'tools']);
  copyFileSync(DOCUMENT_FILES[profile], join(folder, 'openapi.json'));
  const kiotaDocument = await run(folder, process.execPath, [
    resolve('tools/clients/kiota-document.mjs'),
    'openapi.json',
  ]);
  writeFileSync(join(folder, 'kiota.json'), kiotaDocument);
  for (const tool of ['kiota', 'nswag']) await run(folder, join(folder, 'tools', tool), readFlags(tool));
  return build('generated', ['Calls.cs', 'Generated.cs', 'KiotaCalls.cs', 'NSwagCalls.cs'], folder, {
    PROFILE: profile.toUpperCase(),
  });
}
