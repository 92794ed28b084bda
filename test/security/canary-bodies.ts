/** Bodies with a secret in every possible place: by contract, by name, in an address, in JSON within a string. */
import {
  authorizeCopy,
  putAuthorization,
  putDiagnostic,
  putJob,
  searchPoints,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { CANARY, shapeNames, shapes } from './canary-forms.ts';

/** A body and the secrets in it. */
export interface SecretContent {
  readonly body: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
}

export interface SecretRequest {
  readonly name: string;
  readonly request: ValidRequest;
  /** Secrets whose members are also removed from responses. */
  readonly isWithheld: boolean;
  /** Returns a body whose places have the shapes in turn, starting with another shape in each round. */
  readonly fill: (round: number) => SecretContent;
}

/** Issues secrets with unique canaries: in the next shape, or the bare canary. */
interface Next {
  (): string;
  readonly plain: () => string;
}

let issued = 0;

function createNext(round: number, secrets: string[]): Next {
  const issue = (toSecret: (canary: string) => string) => {
    const secret = toSecret(`${CANARY}${++issued}x`);
    secrets.push(secret);
    return secret;
  };
  const next = () => {
    const name = shapeNames[(round + secrets.length) % shapeNames.length] as string;
    return issue(shapes[name] as (canary: string) => string);
  };
  return Object.assign(next, { plain: () => issue((canary) => canary) });
}

function fillWith(toBody: (next: Next) => Readonly<Record<string, unknown>>): SecretRequest['fill'] {
  return (round) => {
    const secrets: string[] = [];
    return { body: toBody(createNext(round, secrets)), secrets };
  };
}

/** Names of secret values. */
const SECRET_NAMES = (
  'clientSecret client_secret password passphrase pwd refreshToken accessToken token apiKey x-api-key ' +
  'accountKey sharedAccessKey connectionString sasToken signature privateKey assertion code_verifier ' +
  'credential session_cookie subscriptionKey secretValue signingKey primaryKey clientJwt'
).split(' ');

/** An object for the open members of the contracts. */
function toOpenObject(next: Next): Readonly<Record<string, unknown>> {
  const named = Object.fromEntries(SECRET_NAMES.map((name) => [name, next()]));
  return {
    clientId: 'an-id',
    ...named,
    credentials: { value: next(), list: [next(), { inner: next() }] },
    tokens: [next(), next()],
    deep: { a: [{ b: { password: next() } }] },
  };
}

/** Secrets under other names: a key in an address, JSON in a string. */
function toQuietPlaces({ plain }: Next): Readonly<Record<string, unknown>> {
  return {
    endpoint: `https://app.example/api/f?code=${plain()}`,
    container: `https://account.example/c?sv=2024-11-04&sig=${plain()}`,
    server: `https://user:${plain()}@host.example/`,
    config: `{"login":{"clientSecret":"${plain()}"}}`,
  };
}

const serialization = { type: 'Json', properties: { encoding: 'UTF8' } };

function output(type: string, properties: Readonly<Record<string, unknown>>) {
  return { name: type.replace(/\W/g, ''), properties: { serialization, datasource: { type, properties } } };
}

function input(kind: string, type: string, properties: Readonly<Record<string, unknown>>) {
  return { name: type.replace(/\W/g, ''), properties: { type: kind, serialization, datasource: { type, properties } } };
}

function toFunction(name: string, next: Next, isNested: boolean) {
  const binding = {
    type: 'Vendor.MachineLearning/WebService',
    properties: { endpoint: 'https://ml.example', apiKey: next() },
  };
  const configuration = { inputs: [{ dataType: 'any' }], output: { dataType: 'any' }, binding };
  return { name, properties: { type: 'Scalar', ...(isNested ? { properties: configuration } : configuration) } };
}

/** Every secret member that the contract of a streaming job has. Source: docs/specification.md#input. */
function toJob(next: Next): Readonly<Record<string, unknown>> {
  const sql = () => ({ server: 's', database: 'd', table: 't', user: 'u', password: next() });
  const bus = () => ({ serviceBusNamespace: 'b', sharedAccessPolicyName: 'n', sharedAccessPolicyKey: next() });
  const hub = () => ({ ...bus(), eventHubName: 'h' });
  const accounts = () => ({
    storageAccounts: [{ accountName: 'a', accountKey: next() }],
    container: 'c',
    pathPattern: 'p',
  });
  return {
    location: 'westeurope',
    properties: {
      sku: { name: 'Standard' },
      jobStorageAccount: { accountName: 'a', accountKey: next() },
      inputs: [
        input('Stream', 'Vendor.Storage/Blob', accounts()),
        input('Stream', 'Vendor.ServiceBus/EventHub', hub()),
        input('Stream', 'Vendor.EventHub/EventHub', hub()),
        input('Stream', 'Vendor.Devices/IotHubs', { iotHubNamespace: 'i', ...bus() }),
        input('Reference', 'Vendor.Storage/Blob', accounts()),
        input('Reference', 'Vendor.Sql/Server/Database', { ...sql(), fullSnapshotQuery: 'select 1' }),
        input('Stream', 'Vendor.Later/Kind', { laterSecret: next() }),
      ],
      outputs: [
        output('Vendor.Sql/Server/Database', sql()),
        output('Vendor.Sql/Server/DataWarehouse', sql()),
        output('Vendor.Storage/DocumentDB', { accountId: 'a', accountKey: next(), database: 'd' }),
        output('Vendor.ServiceBus/Queue', { queueName: 'q', ...bus() }),
        output('Vendor.ServiceBus/Topic', { topicName: 't', ...bus() }),
        output('Vendor.ServiceBus/EventHub', hub()),
        output('Vendor.EventHub/EventHub', hub()),
        output('Vendor.DataLake/Accounts', {
          accountName: 'a',
          filePathPrefix: 'p',
          refreshToken: next(),
          tenantId: 't',
        }),
        output('Vendor.Storage/Table', { accountName: 'a', accountKey: next(), table: 't' }),
        output('Vendor.Storage/Blob', accounts()),
        output('Vendor.FunctionApp', { functionAppName: 'f', functionName: 'n', apiKey: next() }),
        output('BiDashboard', { dataset: 'd', table: 't', refreshToken: next() }),
        output('Vendor.Later/Kind', { laterPassword: next() }),
      ],
      functions: [toFunction('nested', next, true), toFunction('beside', next, false)],
    },
  };
}

/** The operations with a body, with secrets in all of it. */
export const secretRequests: readonly SecretRequest[] = [
  {
    name: putAuthorization.operation,
    request: putAuthorization,
    isWithheld: true,
    fill: fillWith((next) => ({ properties: { authorizationType: 'OAuth2', parameters: toOpenObject(next) } })),
  },
  {
    name: `${putAuthorization.operation}, in quiet places`,
    request: putAuthorization,
    isWithheld: false,
    fill: fillWith((next) => ({ properties: { authorizationType: 'OAuth2', parameters: toQuietPlaces(next) } })),
  },
  {
    name: putDiagnostic.operation,
    request: putDiagnostic,
    isWithheld: true,
    fill: fillWith((next) => ({ properties: { loggerId: '/loggers/monitor', later: toOpenObject(next) } })),
  },
  { name: putJob.operation, request: putJob, isWithheld: true, fill: fillWith(toJob) },
  {
    name: authorizeCopy.operation,
    request: authorizeCopy,
    isWithheld: false,
    fill: fillWith((next) => ({ modelId: 'receipts', tags: toOpenObject(next) })),
  },
  {
    name: searchPoints.operation,
    request: searchPoints,
    isWithheld: false,
    fill: fillWith((next) => ({ ...searchPoints.body, later: toOpenObject(next) })),
  },
];
