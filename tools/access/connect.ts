/** Finds the policy's table, and who changes it: an account by its address, the settings, or the local stack that runs. */
import { userInfo } from 'node:os';
import { TableClient } from '@azure/data-tables';
import type { TokenCredential } from '@azure/identity';
import { decodeJwt } from 'jose';
import { PUBLIC_SERVICE } from '../../lib/cache/table-client.ts';
import { isLoopback, isTrustedUrl } from '../../lib/http/path.ts';
import { readTable } from '../../lib/policy/policy-source.ts';
import { connectionString as connectionStringRule } from '../../lib/settings/setting-types.ts';
import { readValues } from '../local-settings.ts';
import { CliError } from './cli.ts';
import { PolicyStore } from './policy-store.ts';

export interface ConnectOptions {
  readonly 'table-endpoint'?: readonly string[] | undefined;
  readonly table?: string | undefined;
  readonly as?: string | undefined;
}

export interface Connection {
  readonly store: PolicyStore;
  /** Returns the name under which a change is recorded. */
  readonly readName: () => Promise<string>;
  /** An account that others use, too: who changes it is asked first. */
  readonly isAccount: boolean;
  /** Where the settings say that the app reads its policy, if that is not this table. */
  readonly otherSource: string | undefined;
}

const DEFAULT_TABLE = 'frontdeskpolicy';
const SCOPE = 'https://storage.azure.com/.default';
const NO_ACCOUNT =
  'Name the account, such as --table-endpoint https://ACCOUNT.table.core.windows.net, or start the local stack (npm start).';
const NO_NAME = '--as is for the local stack: here the change is recorded under the name that you are signed in with.';
const RETRIES = { retryOptions: { maxRetries: 2, retryDelayInMs: 300 } };

/** @throws CliError for several accounts. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const [connection, ...others] = await connectAll(options);
  if (connection === undefined || others.length > 0)
    throw new CliError('Only push and rollback take several --table-endpoint.', 2);
  return connection;
}

/** Several accounts are regions of one deployment. */
export async function connectAll(options: ConnectOptions): Promise<readonly Connection[]> {
  const { 'table-endpoint': endpoints = [undefined] } = options;
  return Promise.all(endpoints.map((endpoint) => connectOne(endpoint, options)));
}

async function connectOne(named: string | undefined, options: ConnectOptions): Promise<Connection> {
  const values = await readValues();
  const { ACCESS_POLICY: setting = '' } = values;
  const { table = readTable(setting)?.name || DEFAULT_TABLE, as } = options;
  // The environment counts before the file, whichever of the two it has.
  const url = named ?? readTable(process.env['ACCESS_POLICY'] ?? '')?.url ?? process.env['CACHE_TABLE_URL'];
  const connectionString = values['CACHE_CONNECTION_STRING'];
  if (url || !connectionString) return connectAccount(url ?? values['CACHE_TABLE_URL'] ?? '', table, as);
  const { error } = connectionStringRule.safeParse(connectionString);
  if (error) throw new CliError(`CACHE_CONNECTION_STRING ${error.issues[0]?.message}.`, 2);
  const local = { allowInsecureConnection: true, ...RETRIES };
  const client = TableClient.fromConnectionString(connectionString + PUBLIC_SERVICE, table, local);
  // No proxy of the environment leads to this machine.
  if (isLoopback(new URL(client.url).hostname)) client.pipeline.removePolicy({ name: 'proxyPolicy' });
  return {
    store: new PolicyStore(client),
    readName: async () => as ?? userInfo().username,
    isAccount: false,
    otherSource: readTable(setting)?.name === table ? undefined : describeSource(setting),
  };
}

async function connectAccount(url: string, table: string, as: string | undefined): Promise<Connection> {
  if (!isTrustedUrl(url) || !url.startsWith('https:')) throw new CliError(NO_ACCOUNT, 2);
  if (as !== undefined) throw new CliError(NO_NAME, 2);
  // Loaded on demand: it takes as long as all the rest.
  const { DefaultAzureCredential } = await import('@azure/identity');
  const credential = new DefaultAzureCredential();
  const store = new PolicyStore(new TableClient(url, table, credential, RETRIES));
  return { store, readName: () => readSignedIn(credential), isAccount: true, otherSource: undefined };
}

function describeSource(setting: string): string {
  return setting.startsWith('{') ? 'the setting itself' : setting || 'nowhere';
}

async function readSignedIn(credential: TokenCredential): Promise<string> {
  const { token = '' } = (await credential.getToken(SCOPE)) ?? {};
  return describeIdentity(decodeJwt(token));
}

/** Returns a person's name or an application's id, with the object id, from the claims of a token that the service accepts. */
export function describeIdentity(claims: Readonly<Record<string, unknown>>): string {
  const { upn, unique_name, preferred_username, appid, oid } = claims;
  const name = upn ?? unique_name ?? preferred_username ?? (appid && `application ${appid}`);
  return [name, oid && `(${oid})`].filter(Boolean).join(' ') || 'an unknown identity';
}
