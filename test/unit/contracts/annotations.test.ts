import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import {
  anyText,
  collectNames,
  describeSchema,
  findTexts,
  listPaths,
  redirectUrl,
  resourceId,
  resourceIdMap,
  writeOnly,
} from '../../../lib/contracts/schema/annotations.ts';
import { managementRequest } from '../../../lib/contracts/schema/live.ts';
import { openUnion } from '../../../lib/contracts/schema/resource.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job/job.ts';
import { response } from '../../../tools/openapi/contracts/response.ts';
import { expectSplit } from '../../support/split.ts';
import { MICROSOFT, VENDOR } from '../../support/streaming-jobs.ts';

const requestOf = (names: typeof VENDOR) =>
  names === MICROSOFT ? streamingJob(names).compose(managementRequest) : streamingJob(names).request;

const list = (schema: z.ZodType, annotation: Parameters<typeof listPaths>[1]) =>
  listPaths(describeSchema(schema), annotation).map((path) => path.join('.'));

describe('annotated paths', () => {
  it('lead through objects, arrays, maps, wrappers, pipes and recursion', () => {
    const leaf = z.object({ key: writeOnly(z.string()), plain: z.string() });
    const tree: z.ZodType = z.object({ key: writeOnly(z.string()), children: z.lazy(() => z.array(tree)) });
    const schema = z.object({
      list: z.array(leaf.nullish()),
      map: z.record(z.string(), leaf),
      both: leaf.and(z.object({ other: writeOnly(z.string().optional()) })),
      piped: leaf.transform((value) => value),
      filled: leaf.default({ key: '', plain: '' }).readonly(),
      tree,
    });
    const keys = 'list.*.key map.*.key both.key both.other piped.key filled.key tree.key';
    expect(list(schema, 'writeOnly')).toEqual(keys.split(' '));
    expect(list(schema, 'readOnly')).toEqual([]);
  });

  it('id, name and type are read-only (S1-04)', () => {
    for (const schema of [Authorization.request, ApiDiagnostic.request]) {
      expect(list(schema, 'readOnly')).toEqual(['id', 'name', 'type']);
    }
  });

  it('secrets among the parameters are recognized by their names (S1-08)', () => {
    expect(list(Authorization.compose(response), 'x-secret-by-name')).toEqual(['properties.parameters']);
  });

  // Also S2-23, S2-24.
  it.each([VENDOR, MICROSOFT])('read-only members of a job ($namespace) (S2-03, S2-07, S2-22)', (names) => {
    const own = 'jobId provisioningState jobState lastOutputEventTime createdDate etag'.split(' ');
    const parts = ['inputs.*', 'outputs.*', 'functions.*', 'transformation'].flatMap((part) =>
      ['id', 'type', 'properties.etag'].map((name) => `${part}.${name}`),
    );
    const expected = ['id', 'name', 'type', ...[...own, ...parts].map((name) => `properties.${name}`)];
    expect(list(requestOf(names), 'readOnly').sort()).toEqual(expected.sort());
  });

  it.each([VENDOR, MICROSOFT])(
    'secrets of a job, the same in requests and responses ($namespace) (S2-32, S2-54, S2-86)',
    (names) => {
      const source = (part: string, members: string) =>
        members.split(' ').map((name) => `properties.${part}.*.properties.datasource.properties.${name}`);
      const secrets = [
        'properties.functions.*.properties.binding.properties.apiKey',
        'properties.functions.*.properties.properties.binding.properties.apiKey',
        ...source('inputs', 'password sharedAccessPolicyKey storageAccounts.*.accountKey'),
        'properties.jobStorageAccount.accountKey',
        ...source(
          'outputs',
          'accountKey apiKey password refreshToken sharedAccessPolicyKey storageAccounts.*.accountKey',
        ),
      ];
      for (const schema of [requestOf(names), streamingJob(names).compose(response)])
        expect(list(schema, 'writeOnly').sort()).toEqual(secrets);
    },
  );
});

describe('resource ids', () => {
  it('the members of requests that name resources (A26c)', () => {
    expect(list(ApiDiagnostic.request, 'x-resource-id')).toEqual(['properties.loggerId']);
    expect(list(Authorization.request, 'x-resource-id')).toEqual([]);
    for (const names of [VENDOR, MICROSOFT]) {
      expect(list(requestOf(names), 'x-resource-id')).toEqual([
        'identity.userAssignedIdentities',
        'properties.cluster.id',
        'properties.subnetResourceId',
      ]);
    }
  });

  it('are validated, and so are the names of a map', () => {
    const schema = z.object({ id: resourceId(), map: resourceIdMap() });
    expect(schema.safeParse({ id: '/loggers/a', map: { '/subscriptions/s': {}, '': null } }).success).toBe(true);
    const issues = schema.safeParse({ id: '/a/../b', map: { '/a//b': {} } }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      [['id'], 'must be a resource id'],
      [['map'], 'must have resource ids as names'],
    ]);
  });
});

const NO_OBJECTS = [undefined, null, 5, 'x', []];

describe('the strings that name a resource or a page', () => {
  const naming = describeSchema(
    z.object({
      list: z.array(z.object({ id: resourceId() })),
      map: z.record(z.string(), z.object({ id: resourceId() })),
      named: resourceIdMap(),
      page: redirectUrl(),
    }),
  );

  it('are found in objects, arrays and maps, in any case of the names, whatever is wanted beside', () => {
    const body = {
      List: [{ id: 'a' }, { ID: 'b', other: 'x' }],
      map: { one: { id: 'c' } },
      named: { '/d': 1, '/e': null },
      page: 'f',
    };
    expect(findTexts(body, naming, () => false)).toEqual([
      { path: ['List', 0, 'id'], text: 'a', names: 'x-resource-id' },
      { path: ['List', 1, 'ID'], text: 'b', names: 'x-resource-id' },
      { path: ['map', 'one', 'id'], text: 'c', names: 'x-resource-id' },
      { path: ['named'], text: '/d', names: 'x-resource-id' },
      { path: ['named'], text: '/e', names: 'x-resource-id' },
      { path: ['page'], text: 'f', names: 'x-redirect-url' },
    ]);
  });

  it('are absent where the body has something else', () => {
    const bodies = [...NO_OBJECTS, { list: null }, { list: 'x' }, { list: [{ id: 5 }, null] }, { b: 'x' }];
    for (const body of bodies) expect(findTexts(body, naming, () => false)).toEqual([]);
  });
});

const kind = (type: string, name: string) => z.looseObject({ type: z.literal(type), [name]: z.string() });
const described = describeSchema(
  z.looseObject({
    text: z.string().nullish(),
    list: z.array(z.looseObject({ name: z.string() })),
    map: z.record(z.string(), z.string()),
    free: z.unknown(),
    any: anyText(),
    kinds: openUnion('type', [kind('a', 'one'), kind('b', 'two')]).optional(),
  }),
);
const find = (body: unknown, isWanted = (_: string) => true) =>
  findTexts(body, described, isWanted).map(({ path, text }) => [path.join('.'), text]);

it('texts in described members are not found, in any case of the names and in any kind', () => {
  const kinds = { type: 'c', one: 'x', two: 'x' };
  expect(find({ text: 'x', TEXT: 'x', list: [{ name: 'x' }], map: { any: 'x' }, free: 'x', kinds })).toEqual([]);
});

it('texts in other members are found at every depth, with the names of members inside them', () => {
  expect(find({ other: 'a', list: [{ name: 'x', more: ['b'] }], kinds: { type: 'a', three: 'c' } })).toEqual([
    ['other', 'a'],
    ['list.0.more.0', 'b'],
    ['kinds.three', 'c'],
  ]);
  expect(find({ any: 'i' })).toEqual([['any', 'i']]);
  expect(find({ other: { d: 'e', f: 5 }, free: { g: null, h: 'i' } })).toEqual([
    ['other', 'd'],
    ['other.d', 'e'],
    ['other', 'f'],
    ['free.h', 'i'],
  ]);
});

it('only wanted texts are found', () => {
  expect(find({ other: { a: 'b', b: 'a' } }, (text) => text === 'a')).toEqual([
    ['other', 'a'],
    ['other.b', 'a'],
  ]);
});

it('a body that is no object has none', () => {
  for (const body of NO_OBJECTS) expect(find(body)).toEqual([]);
});

it('the described names are collected at every depth', () => {
  const names = collectNames(described);
  for (const name of ['text', 'list', 'name', 'map', 'free', 'kinds', 'type', 'one', 'two'])
    expect(names).toContain(name);
  expect(names).not.toContain('three');
});

const SECRETS = `clientSecret client_secret client-secret ClientSecret CLIENT_SECRET clientsecret clientSecrets secret
  secretValue password Password userPassword passwd pwd passphrase accountKey accessKey access_key secretAccessKey
  apiKey api_key apikey x-api-key key sharedAccessPolicyKey sharedAccessKey primaryKey secondaryKey accountKey1
  privateKey private_key signingKey subscriptionKey Ocp-Apim-Subscription-Key token refreshToken refresh_token
  access_token accessToken id_token bearerToken sasToken sas sasUrl blobSasUri connectionString
  primaryConnectionString assertion client_assertion credential credentials signature authorizationCode
  code_verifier clientJwt session_cookie passwordUpdate`;

const OTHERS = `clientId client_id tenantId tokenUserDisplayName tokenUserPrincipalName partitionKey rowKey sortKey
  PartitionKey publicKey keyId key_id accessKeyId keyName sharedAccessPolicyName connectionStringName secretName secretUri
  tokenUrl token_url tokenEndpoint token_endpoint_auth_method tokenType client_assertion_type tokenExpiresIn
  token_expires_on accessTokenLifetime passwordPolicy passwordLength code message status grantType
  authenticationMode scopes user username keyword monkey columnsToRemove refreshRate refreshType correlationId
  sessionId texas pipeline signalName etag lastPasswordChangeDateTime passwordExpirationDate tokenIssuedTime secretVersion
  passwordPolicies passwordMinimumLength secretsCount tokenLifetimeInMinutes credential_expires_on passwordExpired isPasswordRequired`;

it('a secret is known by its name, however it is written (S1-08)', () => {
  expectSplit(isSecretName, SECRETS.split(/\s+/), [...OTHERS.split(/\s+/), '']);
});
