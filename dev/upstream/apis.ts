/** The emulated APIs, one entry each. What the app knows of them is in lib/upstream/upstreams.ts, which the emulator does not read. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { managedIdentity, upstreamAudiences } from '../seed.ts';
import { armFormat, businessFormat, documentsFormat, type FailureFormat, graphFormat } from './failures.ts';

interface Text {
  readonly code: string;
  readonly message: string;
}

interface Api {
  /** In the console's list of faults: the tag of its operations in the document. */
  readonly title: string;
  /** Base path at the emulator; `liveBase` is its form in the profile `microsoft`, where that is another. */
  readonly base: string;
  readonly liveBase?: string;
  /** The app's setting with the address. */
  readonly address: string;
  /** The app's setting with the scope of a token, and the token's audience. */
  readonly token?: readonly [setting: string, audience: string];
  /** Of an API that takes no token: the app's setting with the key, the key, and its header. */
  readonly key?: readonly [setting: string, value: string, header: string];
  /** Error code of every 401. When absent, the code depends on the reason, as in the management API. */
  readonly unauthorized?: string;
  /** The 403 of an identity without the right; most texts name the identity or what it may not do. */
  readonly denial: Text;
  readonly format: FailureFormat;
  /** `application/json` by default. */
  readonly mediaType?: string;
  /** By which the service finds a call, and what else it sends. */
  readonly toHeaders: (c: Context) => Readonly<Record<string, string>>;
  readonly nextLink: 'nextLink' | '@odata.nextLink';
  /** A read below the base path that returns an empty object: what the doctor asks of an API that has examples only. */
  readonly probe?: string;
  /** The path of a list's element ends with its key in parentheses. */
  readonly hasKeysInParentheses?: true;
}

/** Texts are as published: Graph's errors reference and threads about it, Document Intelligence's error guide, recordings of Business Central. */
export const APIS = {
  arm: {
    title: 'Resource management',
    base: '/arm',
    address: 'ARM_BASE_URL',
    token: ['ARM_SCOPE', upstreamAudiences.arm],
    denial: {
      code: 'AuthorizationFailed',
      message: `The client '${managedIdentity.clientId}' with object id '${managedIdentity.objectId}' does not have authorization to perform this action.`,
    },
    format: armFormat,
    toHeaders: (c) => {
      const id = randomUUID();
      const clientId = c.req.header('x-ms-client-request-id');
      return {
        'x-ms-request-id': id,
        'x-ms-correlation-request-id': id,
        'x-ms-routing-request-id': `WESTEUROPE:20261121T080000Z:${id}`,
        ...(clientId &&
          c.req.header('x-ms-return-client-request-id') === 'true' && { 'x-ms-client-request-id': clientId }),
      };
    },
    nextLink: 'nextLink',
  },
  graph: {
    title: 'Backup and restore',
    base: '/graph/v1.0',
    address: 'BACKUP_RESTORE_BASE_URL',
    token: ['BACKUP_RESTORE_SCOPE', upstreamAudiences.graph],
    unauthorized: 'InvalidAuthenticationToken',
    denial: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges to complete the operation.' },
    format: graphFormat,
    mediaType: 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
    toHeaders: (c) => ({
      'request-id': randomUUID(),
      'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
      'x-ms-ags-diagnostic': '{"ServerInfo":{"DataCenter":"West Europe","Slice":"E","Ring":"5","RoleInstance":"AM2P"}}',
    }),
    nextLink: '@odata.nextLink',
  },
  docs: {
    title: 'Document models',
    base: '/docs',
    address: 'DOCUMENT_MODELS_ENDPOINT',
    token: ['DOCUMENT_MODELS_SCOPE', upstreamAudiences.documents],
    unauthorized: '401',
    denial: { code: 'Forbidden', message: 'Access forbidden due to policy or other configuration.' },
    format: documentsFormat,
    toHeaders: (c) => ({
      'apim-request-id': randomUUID(),
      'x-envoy-upstream-service-time': '115',
      'x-ms-client-request-id': c.req.header('x-ms-client-request-id') ?? randomUUID(),
    }),
    nextLink: 'nextLink',
  },
  business: {
    title: 'Business data',
    base: '/business/v2.0',
    liveBase: '/business/v2.0/production/api/v2.0',
    address: 'BUSINESS_DATA_BASE_URL',
    token: ['BUSINESS_DATA_SCOPE', upstreamAudiences.business],
    unauthorized: 'Authentication_InvalidCredentials',
    denial: {
      code: 'Internal_ServerError',
      message: 'Sorry, the current permissions prevented the action. (TableData 18 Customer Read: Base Application)',
    },
    format: businessFormat,
    mediaType: 'application/json; odata.metadata=minimal',
    toHeaders: () => ({
      'odata-version': '4.0',
      'ms-correlation-x': randomUUID(),
      'request-context': `appId=${randomUUID()}`,
    }),
    nextLink: '@odata.nextLink',
    hasKeysInParentheses: true,
  },
} as const satisfies Readonly<Record<string, Api>>;

export type ApiName = keyof typeof APIS;

export const apiNames = Object.keys(APIS) as ApiName[];

/** Returns all that is known of an API, also what only some have. */
export const findApi = (name: ApiName): Api => APIS[name];

export function mapApis<T>(create: (name: ApiName) => T): Readonly<Record<ApiName, T>> {
  return Object.fromEntries(apiNames.map((name) => [name, create(name)])) as Record<ApiName, T>;
}
