/** Finds the policy's table, and who changes it: an account by its address, the settings, or the local stack that runs. */
import { userInfo } from 'node:os';
import { TableClient } from '@azure/data-tables';
import type { TokenCredential } from '@azure/identity';
import { decodeJwt } from 'jose';
import { isTrustedUrl } from '../../lib/http/url.ts';
import { readTableName } from '../../lib/policy/policy-source.ts';
import { readValues } from '../local-settings.ts';
import { CliError } from './cli.ts';
import { PolicyStore } from './policy-store.ts';

export interface ConnectOptions {
  readonly 'table-endpoint'?: string | undefined;
  readonly table?: string | undefined;
  readonly as?: string | undefined;
}

export interface Connection {
  readonly store: PolicyStore;
  /** Returns the name under which a change is recorded. */
  readonly readName: () => Promise<string>;
  /** Where the settings say that the app reads its policy, if that is not this table. */
  readonly otherSource: string | undefined;
}

const DEFAULT_TABLE = 'frontdeskpolicy';
const SCOPE = 'https://storage.azure.com/.default';
const RETRIES = { retryOptions: { maxRetries: 2, retryDelayInMs: 300 } };

export async function connect(options: ConnectOptions): Promise<Connection> {
  const values = await readValues();
  const { ACCESS_POLICY: setting = '' } = values;
  const { 'table-endpoint': named, table = readTableName(setting) || DEFAULT_TABLE } = options;
  // The environment counts before the file, whichever of the two it has.
  const { CACHE_TABLE_URL: fromEnvironment } = process.env;
  const connectionString = fromEnvironment ? undefined : values['CACHE_CONNECTION_STRING'];
  const otherSource = named || readTableName(setting) === table ? undefined : describeSource(setting);
  if (named === undefined && connectionString) {
    const client = TableClient.fromConnectionString(connectionString, table, {
      allowInsecureConnection: true,
      ...RETRIES,
    });
    return { store: new PolicyStore(client), readName: async () => options.as ?? userInfo().username, otherSource };
  }
  const url = named ?? values['CACHE_TABLE_URL'];
  if (!url || !isTrustedUrl(url) || !url.startsWith('https:'))
    throw new CliError(
      'Name the account, such as --table-endpoint https://ACCOUNT.table.core.windows.net, or start the local stack (npm start).',
      2,
    );
  if (options.as !== undefined)
    throw new CliError(
      '--as is for the local stack: here the change is recorded under the name that you are signed in with.',
      2,
    );
  // Loaded on demand: it takes as long as all the rest.
  const { DefaultAzureCredential } = await import('@azure/identity');
  const credential = new DefaultAzureCredential();
  const store = new PolicyStore(new TableClient(url, table, credential, RETRIES));
  return { store, readName: () => readSignedIn(credential), otherSource };
}

function describeSource(setting: string): string {
  return setting.startsWith('{') ? 'the setting itself' : setting || 'nowhere';
}

/** Claims of a token that the service itself accepts: a person's name, or an application's id. */
async function readSignedIn(credential: TokenCredential): Promise<string> {
  const { token = '' } = (await credential.getToken(SCOPE)) ?? {};
  const { upn, unique_name, preferred_username, appid, oid } = decodeJwt<Record<string, string>>(token);
  const name = upn ?? unique_name ?? preferred_username ?? (appid && `application ${appid}`);
  return [name, oid && `(${oid})`].filter(Boolean).join(' ') || 'an unknown identity';
}
