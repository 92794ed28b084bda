import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readOnly, secret, secretByName } from '../../../lib/contracts/annotate.ts';
import { annotatedPaths } from '../../../lib/contracts/annotated-paths.ts';
import { ApiDiagnosticRequest } from '../../../lib/contracts/api-diagnostic.ts';
import { Authorization, AuthorizationRequest } from '../../../lib/contracts/authorization.ts';
import { ArmError } from '../../../lib/contracts/errors.ts';
import { openUnion } from '../../../lib/contracts/open-union.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job.ts';
import { MICROSOFT, VENDOR } from './some.ts';

const list = (schema: z.ZodType, annotation: Parameters<typeof annotatedPaths>[1]) =>
  annotatedPaths(schema, annotation).map((path) => path.join('.'));

describe('annotated paths', () => {
  it('lead through objects, arrays, maps, wrappers, pipes and recursion', () => {
    const leaf = z.object({ key: secret(z.string()), plain: z.string() });
    const tree: z.ZodType = z.object({ key: secret(z.string()), children: z.lazy(() => z.array(tree)) });
    const schema = z.object({
      list: z.array(leaf.nullish()),
      map: z.record(z.string(), leaf),
      both: leaf.and(z.object({ other: secret(z.string().optional()) })),
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

  it('of the kinds of a union lie over one another, each once', () => {
    const kind = (type: string, name: string) =>
      z.looseObject({ type: z.literal(type), shared: secret(z.string()), [name]: secret(z.string()) });
    expect(list(openUnion('type', [kind('a', 'one'), kind('b', 'two')]), 'writeOnly')).toEqual([
      'shared',
      'one',
      'two',
    ]);
  });

  it('end at the annotated member', () => {
    expect(list(z.object({ outer: readOnly(z.object({ inner: readOnly(z.string()) })) }), 'readOnly')).toEqual([
      'outer',
    ]);
  });

  it('survive further notes and wrappers', () => {
    const schema = z.object({
      a: secret(z.string()).describe('text').nullish(),
      b: secretByName(z.looseObject({})).meta({ id: 'B' }),
    });
    expect(list(schema, 'writeOnly')).toEqual(['a']);
    expect(list(schema, 'x-secret-by-name')).toEqual(['b']);
  });

  it('spec 1: id, name and type are server-set', () => {
    for (const schema of [AuthorizationRequest, ApiDiagnosticRequest]) {
      expect(list(schema, 'readOnly')).toEqual(['id', 'name', 'type']);
    }
  });

  it('spec 1: secrets among the parameters are told by their names', () => {
    expect(list(Authorization, 'x-secret-by-name')).toEqual(['properties.parameters']);
    expect(list(Authorization, 'writeOnly')).toEqual([]);
    expect(list(ArmError, 'writeOnly')).toEqual([]);
  });

  it.each([VENDOR, MICROSOFT])('spec 2: server-set members of a job ($namespace)', (names) => {
    expect(list(streamingJob(names).request, 'readOnly').sort()).toEqual(
      [
        'id',
        'name',
        'type',
        'properties.jobId',
        'properties.provisioningState',
        'properties.jobState',
        'properties.lastOutputEventTime',
        'properties.createdDate',
        'properties.etag',
        'properties.inputs.*.id',
        'properties.inputs.*.type',
        'properties.inputs.*.properties.etag',
        'properties.outputs.*.id',
        'properties.outputs.*.type',
        'properties.outputs.*.properties.etag',
        'properties.functions.*.id',
        'properties.functions.*.type',
        'properties.functions.*.properties.etag',
        'properties.transformation.id',
        'properties.transformation.type',
        'properties.transformation.properties.etag',
      ].sort(),
    );
  });

  it.each([VENDOR, MICROSOFT])('spec 2: secrets of a job, the same in both forms ($namespace)', (names) => {
    const { request, answer } = streamingJob(names);
    const secrets = [
      'properties.functions.*.properties.binding.properties.apiKey',
      'properties.functions.*.properties.properties.binding.properties.apiKey',
      'properties.inputs.*.properties.datasource.properties.password',
      'properties.inputs.*.properties.datasource.properties.sharedAccessPolicyKey',
      'properties.inputs.*.properties.datasource.properties.storageAccounts.*.accountKey',
      'properties.jobStorageAccount.accountKey',
      'properties.outputs.*.properties.datasource.properties.accountKey',
      'properties.outputs.*.properties.datasource.properties.apiKey',
      'properties.outputs.*.properties.datasource.properties.password',
      'properties.outputs.*.properties.datasource.properties.refreshToken',
      'properties.outputs.*.properties.datasource.properties.sharedAccessPolicyKey',
      'properties.outputs.*.properties.datasource.properties.storageAccounts.*.accountKey',
    ];
    expect(list(request, 'writeOnly').sort()).toEqual(secrets);
    expect(list(answer, 'writeOnly').sort()).toEqual(secrets);
  });
});
