/** `npm run add-operation`: an operation from a published API definition. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { EXAMPLES_FOLDER } from '../dev/upstream/example-files.ts';
import { UPSTREAMS, type UpstreamName } from '../lib/upstream/upstreams.ts';
import { CliError, print } from './access/cli.ts';
import { composeFiles } from './add-operation/files.ts';
import { type Published, readDefinition } from './add-operation/read-definition.ts';
import { toPascal, toPath } from './generate/names.ts';

const UPSTREAM_NAMES = Object.keys(UPSTREAMS) as UpstreamName[];

const USAGE = `Adds an operation of a published API definition: its definition, contract, example, test and entry in the list.

  npm run add-operation -- DEFINITION OPERATION_ID [options]

  DEFINITION        an OpenAPI 2 or 3 file, JSON or YAML; or a folder of them, of which the newest version is taken
  --upstream NAME   ${UPSTREAM_NAMES.join(', ')}; that of the definition's host by default
  --name NAME       of the operation
  --role ROLE       app role, such as Disks.Read
  --resource PATH   that grants name, such as /companies/{companyId}
  --cache SECONDS   how long a response is fresh; without it none is stored
  --effect none     a POST that changes nothing, so that it may be repeated
  --dry-run         shows what it would write
  --yes             takes what it would propose`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  ...{ name: TEXT, role: TEXT, resource: TEXT, upstream: TEXT, cache: TEXT, effect: TEXT },
  ...{ 'dry-run': FLAG, yes: FLAG, help: FLAG },
} as const;

try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [path, id] = positionals;
  if (values.help || path === undefined || id === undefined) print(USAGE);
  else {
    const published = await readDefinition(path, id);
    const { files, unchecked } = composeFiles(published, await choose(published, values));
    if (!values['dry-run']) mkdirSync(EXAMPLES_FOLDER, { recursive: true });
    for (const [file, text] of files) {
      if (values['dry-run']) show(file, text);
      else writeFileSync(file, text);
    }
    for (const [member, why] of unchecked) print(`${member} ${why}`);
    if (!values['dry-run']) print(`Wrote ${[...files.keys()].join(', ')}.\nNext: npm run generate`);
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

export type Choices = Awaited<ReturnType<typeof choose>>;

/** What no definition says is an option, an answer, or what is usual. */
async function choose(published: Published, options: Readonly<Record<string, unknown>>) {
  const { method, document, operation, path: template, isList } = published;
  const { host = document['servers']?.[0]?.url ?? document['x-ms-parameterized-host']?.hostTemplate } = document;
  const isAt = (name: UpstreamName) => String(host).includes(new URL(UPSTREAMS[name].address.example).host);
  const upstream = UPSTREAM_NAMES.find((name) => name === options['upstream']) ?? UPSTREAM_NAMES.find(isAt);
  if (!upstream) throw new CliError(`Which service is ${host}? Add --upstream ${UPSTREAM_NAMES.join(' | ')}.`, 2);
  const [path, entry] = [toPath(template), UPSTREAMS[upstream]];
  const changes = method !== 'GET' && options['effect'] !== 'none';
  const usual = 'resource' in entry ? entry.resource : path;
  const isAsked = !options['yes'] && process.stdin.isTTY;
  const terminal = isAsked ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  const ask = async (option: string, question: string, proposal: string) =>
    String(options[option] ?? (await terminal?.question(`${question} [${proposal}]: `)) ?? '').trim() || proposal;
  const name = await ask('name', 'Name', proposeName(operation['operationId'], isList));
  const role = await ask('role', 'App role', proposeRole(path, method, changes));
  const resource = await ask('resource', 'Resource that grants name', usual);
  const cache = method === 'GET' ? Number(await ask('cache', 'Seconds in the cache', '0')) : 0;
  terminal?.close();
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new CliError(`--name ${name}: a name is letters and digits.`, 2);
  if (!(cache >= 0)) throw new CliError(`--cache ${options['cache']}: seconds are a number.`, 2);
  // Served only where the setting OPERATIONS names it.
  const isNamed = changes && ['POST', 'DELETE'].includes(method);
  return { name, upstream, role, resource: resource === usual ? undefined : resource, cache, changes, isNamed };
}

/** `Disks_ListByResourceGroup` is listDisks, `Disks_CreateOrUpdate` createOrUpdateDisk, `…_GetClassifyResult` getClassifyResult. */
function proposeName(id: string, isList: boolean): string {
  const [last = '', noun = ''] = id.split(/[._]/).toReversed();
  const verb = last.replace(/^(List)By\w+$/, '$1');
  const isWhole = noun === '' || /^(?:Get|List|Create|Delete|Update)(?!Or|At)[A-Z]/.test(verb);
  const whole = isWhole ? verb : verb + toPascal(noun).replace(/ies$/, 'y').replace(/s$/, '');
  return whole.slice(0, 1).toLowerCase() + whole.slice(1) + (isList && !whole.endsWith('s') ? 's' : '');
}

/** The last collection of the path, and what is done with it. */
function proposeRole(path: string, method: string, changes: boolean): string {
  const segments = method === 'POST' ? path.split('/').slice(0, -1) : path.split('/');
  const collection = segments.findLast((segment) => /^\w/.test(segment)) ?? '';
  const right = changes ? (method === 'POST' ? 'Operate' : 'Write') : 'Read';
  return `${toPascal(collection.replace(/\(.*/, ''))}.${right}`;
}
