/** The function app's local settings, and the ones that change with the ports of the stack. */
import { constants, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type ComponentName, componentNames, components, type Ports } from './components.ts';

/** App settings by name. */
export type Settings = Readonly<Record<string, string>>;

const settingsFile = z.looseObject({ Values: z.record(z.string(), z.string()) });
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
  const content = await readSettingsFile(file);
  const changed = { ...content, Values: { ...content.Values, ...changes } };
  await writeFile(file, `${JSON.stringify(changed, undefined, 2)}\n`);
}

/** Returns the values of local.settings.json. Throws an Error that names the file. */
export async function readLocalSettings(root: string): Promise<Settings> {
  const file = join(root, settingsName);
  return (await readSettingsFile(file)).Values;
}

async function readSettingsFile(file: string): Promise<z.infer<typeof settingsFile>> {
  try {
    return settingsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new Error(`${file} cannot be read: ${reason}`, { cause });
  }
}

/** Returns the settings that name a component by its usual port, changed to the port that the component listens on. */
export function followPorts(settings: Settings, actual: Readonly<Partial<Ports>>): Settings {
  const moved = new Map(
    componentNames.map((name: ComponentName) => [String(components[name].port), actual[name] ?? components[name].port]),
  );
  const followed = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/(?<=127\.0\.0\.1:)\d+/g, (port) => String(moved.get(port) ?? port)),
  ]);
  return Object.fromEntries(followed.filter(([name, value]) => value !== settings[name as string]));
}
