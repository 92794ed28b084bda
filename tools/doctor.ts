/** `npm run doctor`: checks a configuration against what it names, and says what is wrong and how to mend it. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diagnose } from './doctor/diagnose.ts';
import type { Finding } from './doctor/finding.ts';

const usage = `Checks a configuration: settings, signing keys, managed identity, each upstream, the cache's table.

  npm run doctor                       local.settings.json, where there is one; the environment goes before it
  npm run doctor -- --settings FILE    a file of the same form

It writes one row into the cache's table and takes it away, and reads from each upstream; it changes nothing else.
It ends with 1 where something is wrong. No value of a setting is printed.`;

const { values } = parseArgs({
  options: { settings: { type: 'string', default: 'local.settings.json' }, help: { type: 'boolean', default: false } },
});
if (values.help) print(usage);
else {
  const findings = await diagnose({ ...readValues(values.settings), ...process.env });
  for (const finding of findings) print(describe(finding));
  process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1;
}

/** No file means that the environment holds everything. */
function readValues(file: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  return JSON.parse(text).Values ?? {};
}

function describe({ check, isGood, found, mend }: Finding): string {
  const line = `${isGood ? 'ok   ' : 'WRONG'}  ${check}: ${found}`;
  return mend ? `${line}\n       ${mend}` : line;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
