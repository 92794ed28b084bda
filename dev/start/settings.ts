/** The function app's local settings, and the ones that change with the ports of the stack. */
import { constants, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLocalSettings } from '../host/local-settings.ts';
import { type ComponentName, componentNames, components } from './components.ts';

/** App settings by name. */
export type Settings = Readonly<Record<string, string>>;

export const settingsName = 'local.settings.json';
export const sampleName = 'local.settings.sample.json';

/** Copies the sample unless local.settings.json exists; returns whether it did. */
export async function copySampleSettings(root: string): Promise<boolean> {
  try {
    await copyFile(join(root, sampleName), join(root, settingsName), constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes these values into local.settings.json and keeps the rest of the file. */
export async function changeLocalSettings(root: string, changes: Settings): Promise<void> {
  const file = join(root, settingsName);
  await readLocalSettings(root);
  const content = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  const changed = { ...content, Values: { ...content.Values, ...changes } };
  await writeFile(file, `${JSON.stringify(changed, undefined, 2)}\n`);
}

/** Returns the settings that name a component by its usual address, changed to the origin at which it listens. */
export function followOrigins(settings: Settings, origins: Readonly<Partial<Record<ComponentName, string>>>): Settings {
  const moved = new Map(
    componentNames.map((name) => [String(components[name].port), origins[name] ?? toOrigin(components[name].port)]),
  );
  const followed = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/https?:\/\/127\.0\.0\.1:(\d+)/g, (address, port) => moved.get(port) ?? address),
  ]);
  return Object.fromEntries(followed.filter(([name, value]) => value !== settings[name as string]));
}

export function toOrigin(port: number): string {
  return `http://127.0.0.1:${port}`;
}
