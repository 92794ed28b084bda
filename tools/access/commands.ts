/** `npm run access -- push | pull | diff | history | rollback`: the versions of the policy in its table. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type PolicyDocument, parsePolicy } from '../../lib/policy/policy-source.ts';
import { CliError, print } from './cli.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { diffPolicies } from './diff.ts';
import { type Change, describe, type PolicyStore, type StoredPolicy } from './policy-store.ts';

export interface Options extends ConnectOptions {
  readonly message?: string | undefined;
  readonly over?: string | undefined;
  readonly version?: string | undefined;
  readonly force?: boolean | undefined;
}

export type Command = (operands: readonly string[], options: Options) => Promise<void>;

export const push: Command = async ([file = ''], options) => {
  const given = readFile(file);
  const { store, readName, otherSource } = await connect(options);
  const current = await store.readCurrent();
  if (current) checkBase(file, given.policy.version ?? toVersion(options.over), current);
  const change = { text: given.text, message: options.message ?? '' };
  const version = await pushChange(store, current, { ...change, changedBy: await readName() });
  if (given.policy.version !== undefined && version !== undefined && file !== '-') {
    writeFileSync(file, given.source.replace(/("version"\s*:\s*)\d+/, `$1${version}`));
    print(`${file} is now version ${version}.`);
  }
  if (otherSource !== undefined) print(`The settings here do not name this table: ACCESS_POLICY is ${otherSource}.`);
};

export const pull: Command = async ([file], options) => {
  const { store } = await connect(options);
  const { version: wanted } = options;
  const policy = wanted === undefined ? await readExisting(store) : await store.readVersion(toNumber(wanted));
  // Of an older version the current number is kept: pushing it is meant to replace the one in force.
  const { version } = wanted === undefined ? policy : await readExisting(store);
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
  if (current === undefined) throw new CliError(`${store.name} has no policy. Push one.`);
  const last = versions.find(({ version }) => version === current.version);
  if (last?.text !== current.text)
    print(`The policy in force was written by hand at ${current.changedAt}: it is no version.\n`);
  for (const { version, changedAt, changedBy, message } of versions) {
    const mark = version === current.version ? '*' : ' ';
    print(`${mark} ${String(version).padStart(4)}  ${changedAt}  ${changedBy}${message && `: ${message}`}`);
  }
};

export const rollback: Command = async ([wanted = ''], options) => {
  const version = toNumber(wanted);
  const { store, readName } = await connect(options);
  const current = await store.readCurrent();
  const { text } = await store.readVersion(version);
  const message = options.message ?? `Rollback to version ${version}`;
  await pushChange(store, current, { text, message, changedBy: await readName() });
};

/** Returns the new version; undefined if there was nothing to change. */
async function pushChange(store: PolicyStore, current: StoredPolicy | undefined, change: Change) {
  const lines = diffPolicies(parseStored(current), parsePolicyOf(change.text, 'The version'));
  if (current?.text === change.text || (lines.length === 0 && isValid(current))) {
    print(`Nothing to change: version ${current?.version} allows the same.`);
    return undefined;
  }
  const version = await store.push(change, current);
  for (const line of lines) print(line);
  print(`Version ${version} of ${change.changedBy} is in the table, and in force on every instance within 35 s.`);
  return version;
}

/** @throws CliError unless the change was made from the version in force: another editor's would be lost. */
function checkBase(file: string, base: number | undefined, current: StoredPolicy): void {
  if (base === current.version) return;
  const since =
    base === undefined ? `${file} does not say which version it changes` : `${file} changes version ${base}`;
  throw new CliError(
    `Nothing was changed: ${since}, and ${describe(current)}${current.message && ` (${current.message})`}.
See what pushing would undo with: npm run access -- diff ${file}
Then pull and change that, or replace it: ${base === undefined ? `push ${file} --over ${current.version}` : `set "version": ${current.version} in ${file}`}`,
  );
}

function readFile(file: string): { readonly policy: PolicyDocument; readonly text: string; readonly source: string } {
  if (file === '') throw new CliError('push needs a file.', 2);
  let source: string;
  try {
    source = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const policy = parsePolicyOf(source, file);
  const { version: _, ...document } = JSON.parse(source);
  return { policy, text: JSON.stringify(document), source };
}

function parsePolicyOf(text: string, name: string): PolicyDocument {
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

function isValid(stored: StoredPolicy | undefined): boolean {
  try {
    return stored !== undefined && parsePolicy(stored.text) !== undefined;
  } catch {
    return false;
  }
}

async function readExisting(store: PolicyStore): Promise<StoredPolicy> {
  const policy = await store.readCurrent();
  if (policy) return policy;
  throw new CliError(`${store.name} has no policy. Push one.`);
}

function printDiff(before: Partial<PolicyDocument>, after: Partial<PolicyDocument>): void {
  const lines = diffPolicies(before, after);
  for (const line of lines) print(line);
  if (lines.length === 0) print('No difference.');
}

function toNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CliError(`'${text}' is no version: see npm run access -- history.`, 2);
}

function toVersion(text: string | undefined): number | undefined {
  return text === undefined ? undefined : toNumber(text);
}
