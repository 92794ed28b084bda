/** `npm run access -- push | pull | diff | history | rollback`: the versions of the policy in its table. */
import { existsSync, writeFileSync } from 'node:fs';
import { type PolicyDocument, parsePolicy } from '../../lib/policy/policy-source.ts';
import { readTextFile } from '../text-file.ts';
import { CliError, confirm, describeFailure, print, printLine } from './cli.ts';
import { type Connection, type ConnectOptions, connect, connectAll } from './connect.ts';
import { diffPolicies } from './diff.ts';
import { type Change, DELETED, describe, type StoredPolicy } from './policy-store.ts';

export interface Options extends ConnectOptions {
  readonly message?: string | undefined;
  readonly over?: string | undefined;
  readonly version?: string | undefined;
  readonly force?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

export type Command = (operands: readonly string[], options: Options) => Promise<void>;

/** A table, and the policy in force in it. */
interface Target extends Connection {
  readonly current: StoredPolicy | undefined;
  /** The same, or the last one where somebody deleted that. */
  readonly newest: StoredPolicy | undefined;
  /** Why no instance takes what is in the table. */
  readonly fault: string | undefined;
}

const readTargets = (connections: readonly Connection[]): Promise<Target[]> =>
  Promise.all(
    connections.map(async (each) => {
      const current = await each.store.readCurrent();
      const last = (await each.store.list()).at(-1);
      return { ...each, current, newest: current ?? last, fault: findFault(current, last) };
    }),
  );

export const push: Command = async ([file = ''], options) => pushFile(file, options, await connectAll(options));

/** Pushes the file to every table, after all of them were looked at. */
export async function pushFile(file: string, options: Options, connections: readonly Connection[]): Promise<void> {
  const given = readFile(file);
  const targets = await readTargets(connections);
  const base = given.policy.version ?? toVersion(options.over);
  const isThere = ({ current }: Target) => current?.text === given.text;
  for (const target of targets) if (target.newest && !isThere(target)) checkBase(file, base, target);
  const pushed = await pushChange(targets, { text: given.text, message: options.message ?? '' }, options);
  const version = pushed ?? (options['dry-run'] ? undefined : targets.find(isThere)?.current?.version);
  if (given.policy.version !== undefined && version !== undefined && version !== base && file !== '-') {
    writeFileSync(file, given.source.replace(/("version"\s*:\s*)\d+/, `$1${version}`));
    print(`${file} is now version ${version}.`);
  }
  const [{ otherSource }] = targets as [Target];
  if (otherSource !== undefined) print(`The settings here do not name this table: ACCESS_POLICY is ${otherSource}.`);
}

export const pull: Command = async ([file], options) => {
  const { store } = await connect(options);
  const { version: wanted } = options;
  const policy = wanted === undefined ? await store.readInForce() : await store.readVersion(toNumber(wanted));
  // Of an older version the newest number is kept: pushing it is meant to replace that.
  const { version } =
    wanted === undefined ? policy : ((await store.readCurrent()) ?? (await store.list()).at(-1) ?? policy);
  const text = `${JSON.stringify({ ...(version && { version }), ...JSON.parse(policy.text) }, undefined, 2)}\n`;
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  if (existsSync(file) && !options.force) throw new CliError(`${file} exists: name another file, or add --force.`);
  writeFileSync(file, text);
  print(`${file} has version ${policy.version}: ${describe(policy)}.`);
};

export const diff: Command = async ([from = '', to], options) => {
  if (from === '') throw new CliError('diff needs a file or a version.', 2);
  const { store } = await connect(options);
  const read = async (operand: string) =>
    /^\d+$/.test(operand) ? parsePolicy((await store.readVersion(toNumber(operand))).text) : readFile(operand).policy;
  const readCurrent = async () => parseStored(await store.readCurrent());
  // One version is compared with what is in force now, one file with what it would replace.
  if (to !== undefined) printDiff(await read(from), await read(to));
  else if (/^\d+$/.test(from)) printDiff(await read(from), await readCurrent());
  else printDiff(await readCurrent(), await read(from));
};

export const history: Command = async (_, options) => {
  const { store } = await connect(options);
  const versions = (await store.list()).reverse();
  const current = await store.readCurrent();
  const [newest = current] = versions;
  if (newest === undefined) throw new CliError(`${store.name} has no policy. Push one.`);
  const last = versions.find(({ version }) => version === current?.version);
  const fault = findFault(current, newest);
  if (current === undefined) print(`${DELETED}: rollback ${newest.version} puts the last version in force again.`);
  else if (fault) print(`${fault}: for 24 hours each instance keeps the policy that it has. Roll back.`);
  else if (last?.text !== current.text)
    print(`The policy in force was written by hand at ${current.changedAt}: it is no version.`);
  if (current === undefined || fault || last?.text !== current.text) print('');
  for (const { version, changedAt, changedBy, message } of versions) {
    const mark = version === current?.version ? (fault ? '!' : '*') : ' ';
    printLine(`${mark} ${String(version).padStart(4)}  ${changedAt}  ${changedBy}${message && `: ${message}`}`);
  }
};

function findFault(current: StoredPolicy | undefined, last: StoredPolicy | undefined): string | undefined {
  if (current === undefined) return undefined;
  if ((current.version ?? 0) < (last?.version ?? 0)) return 'What is in the table is older than the last version';
  return isValid(current) ? undefined : 'What is in the table is not valid';
}

export const rollback: Command = async ([wanted = ''], options) => {
  const version = toNumber(wanted);
  const targets = await readTargets(await connectAll(options));
  const [{ text = '' } = {}] = await Promise.all(targets.map(({ store }) => store.readVersion(version)));
  await pushChange(targets, { text, message: options.message ?? `Rollback to version ${version}` }, options);
};

/** Shows what would change, asks, and pushes. Returns the new version; undefined if nothing was changed. */
async function pushChange(targets: readonly Target[], change: Omit<Change, 'changedBy'>, options: Options) {
  const policy = parsePolicyOf(change.text, 'The version');
  const changed = targets.filter(({ current, store, fault }) => {
    const lines = diffPolicies(parseStored(current), policy);
    const isSame = current && !fault && (current.text === change.text || lines.length === 0);
    if (targets.length > 1) print(`${store.name}:`);
    for (const line of lines) printLine(line);
    if (isSame) print(`Nothing to change: version ${current?.version} allows the same.`);
    const wide = lines.filter((line) => /^\+ .* on every resource /.test(line));
    if (wide.length > 0) print(`! ${wide.length} of these grant every resource, also those that will be made (*).`);
    return !isSame;
  });
  if (changed.length === 0) return undefined;
  if (options['dry-run']) {
    print('Nothing was pushed: --dry-run.');
    return undefined;
  }
  if (!options.yes && targets.some(({ isAccount }) => isAccount)) await confirm('Push this?');
  const versions: number[] = [];
  const failures: string[] = [];
  for (const { store, readName, current } of changed) {
    try {
      const changedBy = await readName();
      const version = await store.push({ ...change, changedBy }, current);
      versions.push(version);
      print(`Version ${version} of ${changedBy} is in ${store.name}, and in force on every instance within 35 s.`);
    } catch (error) {
      if (targets.length === 1) throw error;
      failures.push(`Not in force in ${store.name}: ${describeFailure(error)}`);
    }
  }
  if (failures.length > 0) throw new CliError(`${failures.join('\n')}\n${AGAIN}`);
  return versions[0];
}

const AGAIN = 'Run the same command again when that is mended: it leaves the other regions as they are.';

/** @throws CliError unless the change was made from the newest version: another editor's would be lost. */
function checkBase(file: string, base: number | undefined, { current, newest }: Target): void {
  if (newest === undefined || base === newest.version) return;
  const since =
    base === undefined ? `${file} does not say which version it changes` : `${file} changes version ${base}`;
  const replace =
    base === undefined ? `push ${file} --over ${newest.version}` : `set "version": ${newest.version} in ${file}`;
  throw new CliError(
    `Nothing was changed: ${since}, and ${describe(newest)}${newest.message && ` (${newest.message})`}.
${
  current
    ? `See what pushing would undo with: npm run access -- diff ${file}\nThen pull and change that`
    : `${DELETED}. See npm run access -- history, then rollback ${newest.version}`
}, or replace it: ${replace}`,
  );
}

function readFile(file: string): { readonly policy: PolicyDocument; readonly text: string; readonly source: string } {
  if (file === '') throw new CliError('push needs a file.', 2);
  let source: string;
  try {
    source = readTextFile(file);
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const policy = parsePolicyOf(source, file);
  const { version: _, ...document } = JSON.parse(source);
  return { policy, text: JSON.stringify(document), source };
}

/** @throws CliError that names the file or version. */
export function parsePolicyOf(text: string, name: string): PolicyDocument {
  try {
    return parsePolicy(text);
  } catch (error) {
    throw new CliError(`${name} is no valid policy:\n  ${(error as Error).message.replaceAll('; ', '\n  ')}`);
  }
}

/** What is not valid, or not there, allows nothing. */
function parseStored(stored: StoredPolicy | undefined): Partial<PolicyDocument> {
  return stored && isValid(stored) ? parsePolicy(stored.text) : {};
}

function isValid(stored: StoredPolicy): boolean {
  try {
    return parsePolicy(stored.text) !== undefined;
  } catch {
    return false;
  }
}

function printDiff(before: Partial<PolicyDocument>, after: Partial<PolicyDocument>): void {
  const lines = diffPolicies(before, after);
  for (const line of lines) printLine(line);
  if (lines.length === 0) print('No difference.');
}

function toNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CliError(`'${text}' is no version: see npm run access -- history.`, 2);
}

function toVersion(text: string | undefined): number | undefined {
  return text === undefined ? undefined : toNumber(text);
}
