import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiDiagnostic, ApiDiagnosticList } from '../../lib/contracts/api-diagnostic.ts';
import { Authorization, AuthorizationList } from '../../lib/contracts/authorization.ts';
import { ConsentCode } from '../../lib/contracts/consent-code.ts';
import { Customer } from '../../lib/contracts/customer.ts';
import * as healthEvent from '../../lib/contracts/health-event.ts';
import { Item } from '../../lib/contracts/item.ts';
import { LoginLinks } from '../../lib/contracts/login-links.ts';
import * as modelCopy from '../../lib/contracts/model-copy-authorization.ts';
import { filterExpression, nameList, wholeNumber } from '../../lib/contracts/odata-query.ts';
import * as pathValues from '../../lib/contracts/path-values.ts';
import { RestorePointSearch, RestorePointSearchResult } from '../../lib/contracts/restore-points.ts';
import { RestoreSession } from '../../lib/contracts/restore-session.ts';
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { StreamingJobStart } from '../../lib/contracts/streaming-job/start.ts';
import * as errors from '../../tools/openapi/error-schemas.ts';
import { MICROSOFT, VENDOR } from '../unit/contracts/streaming-job/builders.ts';

const named = (names: typeof VENDOR) => ({
  ApiDiagnosticRequest: ApiDiagnostic.request,
  ApiDiagnostic: ApiDiagnostic.response,
  AuthorizationRequest: Authorization.request,
  Authorization: Authorization.response,
  Customer,
  ...errors,
  HealthEvent: healthEvent.HealthEvent,
  HealthEventList: healthEvent.HealthEventList,
  Item,
  LoginLinksRequest: LoginLinks.request,
  LoginLinks: LoginLinks.response,
  ConsentCode,
  StreamingJobStart,
  ...modelCopy,
  RestorePointSearch,
  RestorePointSearchResult,
  RestoreSession,
  StreamingJobRequest: streamingJob(names).request,
  StreamingJob: streamingJob(names).response,
  StreamingJobList: streamingJob(names).page,
  AuthorizationList,
  ApiDiagnosticList,
});

const values = { ...pathValues, filterExpression, nameList: nameList(['picture']), wholeNumber: wholeNumber(1) };

type JsonSchema = z.core.JSONSchema.JSONSchema;

const toDocument = (names: typeof VENDOR, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(z.object(named(names)), { io });

const STREAMING = [
  ...['StreamingJob', 'StreamingJobProperties', 'StreamingTransformation'],
  ...['StreamingFunction', 'StreamingAggregateFunction', 'StreamingScalarFunction'],
  ...['MachineLearningBinding', 'JavaScriptBinding'],
  ...['AvroSerialization', 'CsvSerialization', 'JsonSerialization', 'ParquetSerialization'],
  ...['StreamingInput', 'StreamingStreamInput', 'StreamingReferenceInput'],
  ...['BlobStreamInput', 'EventHubStreamInput', 'EventHubV2StreamInput', 'GatewayMessageBusStreamInput'],
  ...['IotHubStreamInput', 'BlobReferenceInput', 'FileReferenceInput', 'SqlReferenceInput'],
  ...['StreamingOutput', 'StreamingOutputProperties', 'BlobOutput', 'DashboardOutput', 'DataLakeOutput'],
  ...['DocumentDbOutput', 'EventHubOutput', 'EventHubV2Output', 'FunctionAppOutput', 'GatewayMessageBusOutput'],
  ...['QueueOutput', 'SqlDatabaseOutput', 'SqlDataWarehouseOutput', 'TableOutput', 'TopicOutput'],
];

const MANAGEMENT = [
  ...['Authorization', 'AuthorizationProperties'],
  ...['ApiDiagnostic', 'ApiDiagnosticProperties', 'PipelineSettings', 'HttpMessageSettings'],
];

const REQUESTS = ['ModelCopy', 'RestorePointSearch', 'LoginLinks', 'ConsentCode', 'StreamingJobStart'];

const RESPONSES = [
  'LoginLinks',
  ...['HealthEventList', 'HealthEvent', 'HealthEventProperties', 'HealthEventImpact', 'HealthEventRegion'],
  ...['HealthEventLink', 'SystemData', 'RestorePointSearchResult', 'RestorePoint', 'ProtectionUnit'],
  ...['RestoreSession', 'IdentitySet'],
  ...['AuthorizationList', 'ApiDiagnosticList', 'StreamingJobList'],
  ...['ModelCopyAuthorization', 'Customer', 'Item'],
  ...['ArmError', 'ArmErrorDetail', 'ErrorDetail', 'HealthEventError', 'BackupRestoreError', 'BusinessDataError'],
  ...['DocumentModelError', 'DocumentModelErrorDetail', 'DocumentModelInnerError'],
];

/** Lists every member that a document describes, with its schema. */
function* listMembers(schema: unknown): Generator<[string, JsonSchema]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {} } = schema as JsonSchema;
  for (const [name, member] of Object.entries(properties)) yield [name, member as JsonSchema];
  for (const part of Object.values(schema)) yield* listMembers(part);
}

describe('the contracts as JSON Schema', () => {
  it.each(Object.entries({ ...named(VENDOR), ...values }))(
    '%s is representable, as input and as output',
    (_, schema) => {
      for (const io of ['input', 'output'] as const) {
        expect(z.toJSONSchema(schema, { io })).toHaveProperty(
          '$schema',
          'https://json-schema.org/draft/2020-12/schema',
        );
      }
    },
  );

  it.each([VENDOR, MICROSOFT])('every schema has its own name in a document ($namespace)', (names) => {
    const { $defs } = toDocument(names, 'input');
    const ids = Object.values(named(names)).map((schema) => schema.meta()?.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys($defs ?? {})).toEqual(expect.arrayContaining(ids));
    expect(Object.keys($defs ?? {}).filter((name) => name.startsWith('__'))).toEqual([]);
  });

  it('the names of the schemas are stable: generated clients use them for their types', () => {
    const names = Object.keys(toDocument(VENDOR, 'output').$defs ?? {});
    const requests = names.filter((name) => name.endsWith('Request')).map((name) => name.slice(0, -'Request'.length));
    const responses = names.filter((name) => !name.endsWith('Request'));
    expect(requests.sort()).toEqual([...STREAMING, ...MANAGEMENT, ...REQUESTS].sort());
    expect(responses.sort()).toEqual([...STREAMING, ...MANAGEMENT, ...RESPONSES].sort());
  });

  it.each<[string, string, unknown[]]>([
    ['AuthorizationPropertiesRequest', 'status', ['Connected', 'Error']],
    ['AuthorizationPropertiesRequest', 'code', ['Unauthenticated']],
    ['StreamingJobPropertiesRequest', 'compatibilityLevel', ['1.0', '1.2']],
    ['StreamingJobPropertiesRequest', 'eventsOutOfOrderPolicy', ['Drop', 'Adjust']],
    ['CsvSerializationRequest', 'encoding', ['UTF8']],
    ['JsonSerializationRequest', 'encoding', ['UTF8']],
    ['RestorePointSearchRequest', 'artifactType', ['message']],
  ])('has the known values of %s %s as examples', (id, member, values) => {
    const found = [...listMembers(toDocument(VENDOR, 'input').$defs?.[id])].filter(([name]) => name === member);
    expect(found.map(([, { examples }]) => examples)).toEqual([values]);
  });

  it.each<[string, string, unknown]>([
    ['StreamingJobPropertiesRequest', 'dataLocale', 'en-US'],
    ['StreamingJobPropertiesRequest', 'eventsLateArrivalMaxDelayInSeconds', -1],
    ['StreamingTransformationRequest', 'streamingUnits', 3],
    ['MachineLearningBindingRequest', 'batchSize', 1000],
    ['FunctionAppOutputRequest', 'maxBatchCount', 100],
    ['FunctionAppOutputRequest', 'maxBatchSize', 262144],
    ['SqlDatabaseOutputRequest', 'maxBatchCount', 10000],
    ['SqlDatabaseOutputRequest', 'authenticationMode', 'ConnectionString'],
    ['DataLakeOutputRequest', 'authenticationMode', 'ConnectionString'],
    ['DashboardOutputRequest', 'authenticationMode', 'ConnectionString'],
    ['QueueOutputRequest', 'authenticationMode', 'ConnectionString'],
    ['TopicOutputRequest', 'authenticationMode', 'ConnectionString'],
    ['ApiDiagnosticPropertiesRequest', 'enableHttpCorrelationHeaders', true],
  ])('has the default of %s %s', (id, member, value) => {
    const schema = toDocument(VENDOR, 'input').$defs?.[id];
    const found = [...listMembers(schema)].filter(([name]) => name === member);
    expect(found.map(([, schema]) => schema.default)).toEqual([value]);
  });

  it('a response may contain null, and is described so', () => {
    const { $defs } = toDocument(VENDOR, 'output');
    expect($defs?.['HealthEventProperties']?.properties?.['priority']).toMatchObject({
      description: '0 is the highest.',
      anyOf: [{ type: 'integer', minimum: 0, maximum: 23 }, { type: 'null' }],
    });
  });

  it('a member is described as a secret if and only if it is redacted by its name', () => {
    const { $defs } = toDocument(VENDOR, 'output');
    // The copy authorization returns its token.
    const { ModelCopyAuthorization, ...others } = $defs ?? {};
    const members = [...listMembers(others)];
    expect(members.length).toBeGreaterThan(300);
    const secrets = members.filter(([, { writeOnly }]) => writeOnly).map(([name]) => name);
    const secretByName = members.map(([name]) => name).filter(isSecretName);
    expect([...new Set(secrets)].sort()).toEqual([...new Set(secretByName)].sort());
    expect(secrets).toHaveLength(secretByName.length);
  });
});
