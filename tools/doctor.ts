/** `npm run doctor`: checks a configuration against the live endpoints and tells you what to fix. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diagnose } from './doctor/diagnose.ts';
import type { Finding } from './doctor/finding.ts';

const USAGE = `Checks a configuration: settings, signing keys, managed identity, each upstream, the cache's table.

  npm run doctor                       uses local.settings.json, if it exists
  npm run doctor -- --settings FILE    uses another file of the same format

Environment variables override the file. The doctor writes one row to the cache's table and deletes it, and reads
from each upstream; it changes nothing else. It prints no value of a setting.
The exit code is 1 if a check fails.`;

const DEFAULT_FILE = 'local.settings.json';

process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { settings: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const file = readValues(values.settings);
  if (!file) return 1;
  const findings = await diagnose({ ...file, ...process.env });
  for (const finding of findings) print(describe(finding));
  return findings.every(({ isGood }) => isGood) ? 0 : 1;
}

/** Without the default file, all settings come from the environment. Returns undefined if the file cannot be read. */
function readValues(named: string | undefined): Readonly<Record<string, string>> | undefined {
  const file = named ?? DEFAULT_FILE;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).Values ?? {};
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && named === undefined) return {};
    process.stderr.write(
      `${file} ${isMissing ? 'does not exist' : 'cannot be read as JSON'}. Name a file like ${DEFAULT_FILE}.\n`,
    );
    return undefined;
  }
}

function describe({ check, isGood, found, fix }: Finding): string {
  const line = `${isGood ? 'ok   ' : 'WRONG'}  ${check}: ${found}`;
  return fix ? `${line}\n       ${fix}` : line;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
