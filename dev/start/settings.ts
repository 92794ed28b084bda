/** The function app's local settings, and how they follow the ports that the stack really took. */
import { constants, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type PartName, type Ports, partNames, parts } from './parts.ts';

/** App settings by name. */
export type Settings = Readonly<Record<string, string>>;

const settingsFile = z.object({ Values: z.record(z.string(), z.string()) });

/** Copies the sample unless there are local settings already; answers whether it did. */
export async function copySampleSettings(root: string): Promise<boolean> {
  try {
    await copyFile(
      join(root, 'local.settings.sample.json'),
      join(root, 'local.settings.json'),
      constants.COPYFILE_EXCL,
    );
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Throws, naming the file, when it is not what the Functions host would read. */
export async function readLocalSettings(root: string): Promise<Settings> {
  const file = join(root, 'local.settings.json');
  try {
    return settingsFile.parse(JSON.parse(await readFile(file, 'utf8'))).Values;
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new Error(`${file} cannot be read: ${reason}`, { cause });
  }
}

/** Answers the settings that name a part at its usual port, with the port that the part took. */
export function followPorts(settings: Settings, taken: Readonly<Partial<Ports>>): Settings {
  const moved = new Map(partNames.map((name: PartName) => [String(parts[name].port), taken[name] ?? parts[name].port]));
  const followed = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/(?<=127\.0\.0\.1:)\d+/g, (port) => String(moved.get(port) ?? port)),
  ]);
  return Object.fromEntries(followed.filter(([name, value]) => value !== settings[name as string]));
}
