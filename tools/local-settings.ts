/** The settings that the tools use: of the environment, of local.settings.json, and of the local stack that runs. */
import { existsSync } from 'node:fs';
import { followOrigins } from '../dev/start/settings.ts';
import { readStackFile, trustAuthority } from '../dev/start/stack-file.ts';
import { readJsonFile } from './text-file.ts';

type Values = Readonly<Record<string, string>>;

/** Returns the settings that differ in the running local stack: its profile, and the addresses that it took. */
export async function listRunning(values: Values): Promise<Values> {
  const stack = await readStackFile(process.cwd());
  if (!stack) return {};
  trustAuthority(stack);
  const { profile, frontdesk, issuer, identity, upstream, tables } = stack;
  return { ...followOrigins(values, { frontdesk, issuer, identity, upstream, tables }), CLOUD_PROFILE: profile };
}

/** Returns the environment over local.settings.json or the sample, with the addresses of the running local stack. */
export async function readValues(): Promise<Readonly<Record<string, string | undefined>>> {
  const values = readFileValues();
  return { ...values, ...(await listRunning(values)), ...process.env };
}

function readFileValues(): Values {
  const file = ['local.settings.json', 'local.settings.sample.json'].find((name) => existsSync(name));
  return (file && readJsonFile<{ Values?: Values }>(file).Values) || {};
}
