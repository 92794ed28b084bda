import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic } from '../../../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../../../lib/contracts/authorization.ts';
import {
  annotatedPaths,
  findTexts,
  MEMBER_NAMES,
  resourceId,
  resourceIdMap,
  secretByName,
  writeOnly,
} from '../../../../lib/contracts/schema/annotations.ts';
import { openUnion } from '../../../../lib/contracts/schema/resource.ts';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { response } from '../../../../tools/openapi/contracts/response.ts';
import { ArmError } from '../../../../tools/openapi/error-schemas.ts';
import { MICROSOFT, VENDOR } from '../streaming-job/builders.ts';

const list = (schema: z.ZodType, annotation: Parameters<typeof annotatedPaths>[1]) =>
  annotatedPaths(schema, annotation).map((path) => path.join('.'));

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
    expect(list(schema, 'writeOnly')).toEqual([
      'list.*.key',
      'map.*.key',
      'both.key',
      'both.other',
      'piped.key',
      'filled.key',
      'tree.key',
    ]);
    expect(list(schema, 'readOnly')).toEqual([]);
  });

  it('of the kinds of a union are merged, each once', () => {
    const kind = (type: string, name: string) =>
      z.looseObject({ type: z.literal(type), shared: writeOnly(z.string()), [name]: writeOnly(z.string()) });
    const union = openUnion('type', [kind('a', 'one'), kind('b', 'two')]);
    expect(list(union, 'writeOnly')).toEqual(['shared', 'one', 'two']);
  });

  it('are found under descriptions and wrappers, and end there', () => {
    const own = { readOnly: true };
    const schema = z.object({
      a: writeOnly(z.string()).describe('text').nullish(),
      b: secretByName(z.looseObject({})).meta({ id: 'B' }),
      outer: z.object({ inner: z.string().meta(own) }).meta(own),
    });
    const annotations = ['writeOnly', 'x-secret-by-name', 'readOnly'] as const;
    expect(annotations.map((name) => list(schema, name))).toEqual([['a'], ['b'], ['outer']]);
  });

  it('S1-04 id, name and type are read-only', () => {
    for (const schema of [Authorization.request, ApiDiagnostic.request]) {
      expect(list(schema, 'readOnly')).toEqual(['id', 'name', 'type']);
    }
  });

  it('S1-08 secrets among the parameters are recognized by their names', () => {
    expect(list(Authorization.compose(response), 'x-secret-by-name')).toEqual(['properties.parameters']);
    expect(list(Authorization.compose(response), 'writeOnly')).toEqual([]);
    expect(list(ArmError, 'writeOnly')).toEqual([]);
  });

  it.each([VENDOR, MICROSOFT])('S2-03, S2-07, S2-22, S2-23, S2-24 read-only members of a job ($namespace)', (names) => {
    const own = 'jobId provisioningState jobState lastOutputEventTime createdDate etag'.split(' ');
    const parts = ['inputs.*', 'outputs.*', 'functions.*', 'transformation'].flatMap((part) =>
      ['id', 'type', 'properties.etag'].map((name) => `${part}.${name}`),
    );
    const expected = ['id', 'name', 'type', ...[...own, ...parts].map((name) => `properties.${name}`)];
    expect(list(streamingJob(names).request, 'readOnly').sort()).toEqual(expected.sort());
  });

  it.each([VENDOR, MICROSOFT])(
    'S2-32, S2-54, S2-86 secrets of a job, the same in requests and responses ($namespace)',
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
      for (const schema of [streamingJob(names).request, streamingJob(names).compose(response)])
        expect(list(schema, 'writeOnly').sort()).toEqual(secrets);
    },
  );
});

describe('resource ids', () => {
  it('A26c the members of requests that name resources', () => {
    expect(list(ApiDiagnostic.request, 'x-resource-id')).toEqual(['properties.loggerId']);
    expect(list(Authorization.request, 'x-resource-id')).toEqual([]);
    for (const names of [VENDOR, MICROSOFT]) {
      expect(list(streamingJob(names).request, 'x-resource-id')).toEqual([
        `identity.userAssignedIdentities.${MEMBER_NAMES}`,
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

describe('the strings at paths', () => {
  it('are found in objects, arrays and maps, in any case of the names', () => {
    const body = {
      List: [{ id: 'a' }, { ID: 'b', other: 'x' }],
      map: { one: { id: 'c' } },
      named: { '/d': 1, '/e': null },
    };
    const paths = [
      ['list', '*', 'id'],
      ['map', '*', 'id'],
      ['named', MEMBER_NAMES],
    ];
    expect(findTexts(body, paths)).toEqual([
      { path: ['List', 0, 'id'], text: 'a' },
      { path: ['List', 1, 'ID'], text: 'b' },
      { path: ['map', 'one', 'id'], text: 'c' },
      { path: ['named'], text: '/d' },
      { path: ['named'], text: '/e' },
    ]);
  });

  it('are absent where the body has something else', () => {
    const paths = [
      ['a', 'b'],
      ['a', '*', 'b'],
      ['a', MEMBER_NAMES],
    ];
    for (const body of [undefined, null, 5, 'a', [], { a: null }, { a: 'x' }, { a: [{ b: 5 }, null] }, { b: 'x' }]) {
      expect(findTexts(body, paths)).toEqual([]);
    }
  });
});
