/** Bodies with a secret in every possible place, by contract and by name. */
import { buildFullJob, buildInput, buildOutput, VENDOR } from '../support/streaming-jobs.ts';
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
  /** Returns a body whose places have the shapes in turn: each has more places than there are shapes. */
  readonly fill: () => SecretContent;
}

/** Issues secrets with unique canaries, each in the next shape. */
type Next = () => string;

let issued = 0;

function createNext(secrets: string[]): Next {
  return () => {
    const name = shapeNames[secrets.length % shapeNames.length] as string;
    const secret = (shapes[name] as (canary: string) => string)(`${CANARY}${++issued}x`);
    secrets.push(secret);
    return secret;
  };
}

function fillWith(toBody: (next: Next) => Readonly<Record<string, unknown>>): SecretRequest['fill'] {
  return () => {
    const secrets: string[] = [];
    return { body: toBody(createNext(secrets)), secrets };
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

/** Every secret member that the contract of a streaming job has. Source: docs/specification.md#input. */
const CONTRACT_SECRETS = 'accountKey apiKey password refreshToken sharedAccessPolicyKey laterSecret'.split(' ');

const bus = { sharedAccessPolicyKey: '' };

/** Kinds of which the specification names no members, and one that it does not know. */
const OTHER_KINDS = Object.entries({
  ...{ 'Devices/IotHubs': bus, 'EventHub/EventHub': bus, 'ServiceBus/EventHub': bus },
  ...{ 'Storage/Blob': { storageAccounts: [{ accountKey: '' }] }, 'Storage/DocumentDB': { accountKey: '' } },
  'Later/Kind': { laterSecret: '' },
});

/** Returns the value with the next secret in each member that has one. */
function withSecrets(value: unknown, next: Next): unknown {
  if (Array.isArray(value)) return value.map((element) => withSecrets(element, next));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    CONTRACT_SECRETS.includes(name) ? next() : withSecrets(inner, next),
  ]);
  return Object.fromEntries(members);
}

function toJob(next: Next): Readonly<Record<string, unknown>> {
  // A tag with the name of a secret would be one.
  const { properties, tags: _, ...job } = buildFullJob(VENDOR);
  const { inputs, outputs, functions } = properties;
  const others = OTHER_KINDS.map(([kind, source], at) => ({
    input: { ...buildInput(at % 2 ? 'Stream' : 'Reference', `Vendor.${kind}`, source), name: `input${at}` },
    output: { ...buildOutput(`Vendor.${kind}`, source), name: `other${at}` },
  }));
  const beside = functions.map(({ properties: { type, properties: configuration } }) => ({
    name: 'beside',
    properties: { type, ...configuration },
  }));
  const parts = {
    inputs: [...inputs, ...others.map(({ input }) => input)],
    outputs: [...outputs, ...others.map(({ output }) => output)],
    functions: [...functions, ...beside],
  };
  return withSecrets({ ...job, properties: { ...properties, ...parts } }, next) as Readonly<Record<string, unknown>>;
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
