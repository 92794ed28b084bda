/** `npm run add-operation`: an operation from a published API definition. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EXAMPLES_FOLDER } from '../dev/upstream/example-files.ts';
import { CliError, print } from './access/cli.ts';
import { choose, UPSTREAM_NAMES } from './add-operation/choices.ts';
import { composeFiles } from './add-operation/files.ts';
import { readDefinition } from './add-operation/read-definition.ts';
import { tidy } from './generate/format.ts';

const USAGE = `Adds an operation of a published API definition: its definition, contract, example, test and entry in the list.

  npm run add-operation -- DEFINITION OPERATION_ID [options]

  DEFINITION        an OpenAPI 2 or 3 file, JSON or YAML; or a folder of them, of which the newest version is taken
  --upstream NAME   ${UPSTREAM_NAMES.join(', ')}; that of the definition's host by default
  --name NAME       of the operation
  --role ROLE       app role, such as Disks.Read
  --resource PATH   that grants name, such as /companies/{companyId}
  --cache SECONDS   how long a response is fresh; without it none is stored
  --scope PATH      what {scope} stands for, such as /subscriptions/{subscriptionId}
  --secrets WHAT    returned, with no-store, or redacted: what is done with secrets of the response
  --effect none     a POST that changes nothing, so that it may be repeated
  --dry-run         shows what it would write
  --yes             takes what it would propose`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  ...{ name: TEXT, role: TEXT, resource: TEXT, upstream: TEXT, cache: TEXT, effect: TEXT, scope: TEXT, secrets: TEXT },
  ...{ 'dry-run': FLAG, yes: FLAG, help: FLAG },
} as const;

try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [path, id] = positionals;
  if (values.help || path === undefined || id === undefined) print(USAGE);
  else {
    const published = await readDefinition(path, id, values.scope);
    const choices = await choose(published, values);
    const { files, notes } = composeFiles(published, choices);
    for (const note of notes) print(note);
    const texts = [...files].map(([file, text]) => [file, tidy(text, file)] as const);
    if (values['dry-run']) for (const [file, text] of texts) show(file, text);
    else {
      mkdirSync(EXAMPLES_FOLDER, { recursive: true });
      for (const [file, text] of texts) writeFileSync(file, text);
      print(`Wrote ${[...files.keys()].join(', ')}.\nNext: npm run generate`);
    }
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CliError ? error.exitCode : 1;
}

function show(file: string, text: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const added = text.split('\n').filter((line) => !before.includes(line));
  print([`--- ${file}`, ...added].join('\n+ '));
}
