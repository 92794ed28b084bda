/** What no definition says of an operation: its name, access, cache, and what is done with secrets. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { CliError } from '../access/cli.ts';
import { toKebab, toPascal, toPath } from '../generate/names.ts';
import type { Published } from './read-definition.ts';
import { listSecrets, type Secrets } from './refusals.ts';

export const UPSTREAM_NAMES = Object.keys(UPSTREAMS) as UpstreamName[];

export interface Choices {
  readonly name: string;
  readonly upstream: UpstreamName;
  readonly role: string;
  /** Undefined: that of the upstream. */
  readonly resource: string | undefined;
  /** Seconds. */
  readonly cache: number;
  readonly changes: boolean;
  /** Served only where the setting OPERATIONS names it. */
  readonly isNamed: boolean;
  readonly secrets: Secrets;
}

/** What no definition says is an option, a line of the standard input, or what is usual. */
export async function choose(published: Published, options: Readonly<Record<string, unknown>>): Promise<Choices> {
  const { method, id, path: template, isList } = published;
  const upstream = findUpstream(published, options['upstream']);
  const path = toPath(template);
  const changes = method !== 'GET' && options['effect'] !== 'none';
  const { resource: usual = path }: UpstreamEntry = UPSTREAMS[upstream];
  const terminal = options['yes'] ? undefined : createInterface({ input: process.stdin });
  const answers = terminal?.[Symbol.asyncIterator]();
  const ask = async (option: string, question: string, proposal: string) => {
    if (answers && options[option] === undefined) process.stderr.write(`${question} [${proposal}]: `);
    return String(options[option] ?? (await answers?.next())?.value ?? '').trim() || proposal;
  };
  const name = await ask('name', 'Name', proposeName(id, isList));
  const role = await ask('role', 'App role', proposeRole(path, method, changes));
  const resource = await ask('resource', 'Resource that grants name', proposeResource(path, usual));
  const cache = method === 'GET' ? Number(await ask('cache', 'Seconds in the cache', '0')) : 0;
  const secrets = listSecrets(published).map(({ about }) => about);
  const handling = secrets.length > 0 ? await ask('secrets', `${secrets.join('. ')}: returned or redacted`, '') : '';
  terminal?.close();
  if (!/^(?!(?:default|delete|export|import|in|new|void|with)$)[a-z][A-Za-z0-9]*$/.test(name))
    throw new CliError(`--name ${name}: a name is letters and digits, and no word of the language.`, 2);
  if (existsSync(`functions/${toKebab(name)}.ts`))
    throw new CliError(`The operation ${name} exists. Add --name, or remove it.`, 2);
  if (!(cache >= 0)) throw new CliError(`--cache ${options['cache']}: seconds are a number.`, 2);
  if (cache > 0 && handling === 'returned') throw new CliError('--cache: a response with a secret is not stored.', 2);
  const shared = { name, upstream, role, cache, changes, isNamed: changes && ['POST', 'DELETE'].includes(method) };
  return { ...shared, resource: resource === usual ? undefined : resource, secrets: toSecrets(handling) };
}

function toSecrets(handling: string): Secrets {
  return handling === 'returned' || handling === 'redacted' ? handling : undefined;
}

/** @throws CliError if neither the option nor the definition's host is that of an upstream. */
function findUpstream({ document }: Published, option: unknown): UpstreamName {
  const { host = document['servers']?.[0]?.url ?? document['x-ms-parameterized-host']?.hostTemplate } = document;
  const isAt = (name: UpstreamName) => String(host).includes(new URL(UPSTREAMS[name].address.example).host);
  const found = UPSTREAM_NAMES.find((name) => (option === undefined ? isAt(name) : name === option));
  if (found) return found;
  throw new CliError(`Which service is ${option ?? host}? Add --upstream ${UPSTREAM_NAMES.join(' | ')}.`, 2);
}

/** What grants name is the resource of the upstream only if the path is below it: another API has its own. */
function proposeResource(path: string, usual: string): string {
  const own = path.replace(/^\/vendor-docs\//, '/').replace(/\(([^)]*)\)/g, '/$1');
  return /^(?:[/:]|$)/.test(own.startsWith(usual) ? own.slice(usual.length) : 'x') ? usual : own;
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
