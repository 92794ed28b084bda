import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { toPascal } from '../../tools/generate/names.ts';
import { addBodies } from '../../tools/openapi/contracts/bodies.ts';
import { listRequired } from '../../tools/openapi/contracts/response.ts';
import { readDocument } from '../support/openapi.ts';

/** What the document says of members beside their types, and that the definitions name what its schemas require. */

type JsonSchema = z.core.JSONSchema.JSONSchema;

const schemas = readDocument().components.schemas as Readonly<Record<string, JsonSchema>>;

/** Lists every member that a document describes, with its schema. */
function* listMembers(schema: unknown): Generator<[string, JsonSchema]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {} } = schema as JsonSchema;
  for (const [name, member] of Object.entries(properties)) yield [name, member as JsonSchema];
  for (const part of Object.values(schema)) yield* listMembers(part);
}

describe('the schemas of the document', () => {
  it.each<[string, string, unknown]>([
    ['StreamingJobPropertiesRequest', 'dataLocale', 'en-US'],
    ['StreamingJobPropertiesRequest', 'eventsLateArrivalMaxDelayInSeconds', -1],
    ['StreamingTransformationPropertiesRequest', 'streamingUnits', 3],
    ['MachineLearningBindingPropertiesRequest', 'batchSize', 1000],
    ['FunctionAppOutputPropertiesRequest', 'maxBatchCount', 100],
    ['FunctionAppOutputPropertiesRequest', 'maxBatchSize', 262144],
    ['SqlDatabaseOutputPropertiesRequest', 'maxBatchCount', 10000],
    ['SqlDatabaseOutputPropertiesRequest', 'authenticationMode', 'ConnectionString'],
    ['DataLakeOutputPropertiesRequest', 'authenticationMode', 'ConnectionString'],
    ['DashboardOutputPropertiesRequest', 'authenticationMode', 'ConnectionString'],
    ['QueueOutputPropertiesRequest', 'authenticationMode', 'ConnectionString'],
    ['TopicOutputPropertiesRequest', 'authenticationMode', 'ConnectionString'],
    ['ApiDiagnosticPropertiesRequest', 'enableHttpCorrelationHeaders', true],
  ])('has the default of %s %s', (id, member, value) => {
    const found = [...listMembers(schemas[id])].filter(([name]) => name === member);
    expect(found.map(([, { description }]) => /Default: (.+)\.$/.exec(description ?? '')?.[1])).toEqual([
      JSON.stringify(value),
    ]);
  });

  it('a response may contain null, and is described so', () => {
    expect(schemas['HealthEventProperties']?.properties?.['priority']).toMatchObject({
      ...{ description: '0 is the highest.', type: ['integer', 'null'], minimum: 0, maximum: 23 },
    });
  });

  it('a member is described as a secret if and only if it is redacted by its name', () => {
    // Some operations return a secret: the copy authorization its token.
    const returning = operations.filter(({ returnsSecret }) => returnsSecret);
    const returned = ['ModelCopyAuthorization', ...returning.map(({ name }) => `${toPascal(name)}Response`)];
    const members = Object.entries(schemas).flatMap(([name, each]) =>
      returned.includes(name) ? [] : [...listMembers(each)],
    );
    expect(members.length).toBeGreaterThan(300);
    const secrets = members.filter(([, { writeOnly }]) => writeOnly).map(([name]) => name);
    const secretByName = members.map(([name]) => name).filter(isSecretName);
    expect([...new Set(secrets)].sort()).toEqual([...new Set(secretByName)].sort());
    expect(secrets).toHaveLength(secretByName.length);
  });
});

describe.each(['vendor', 'microsoft'] as const)('in the %s profile', (name) => {
  const compiled = operations.map((operation) =>
    addBodies(compileOperation(operation, PROFILES[name]), PROFILES[name]),
  );

  it.each(compiled)(
    '$name names the members that the schema of its response requires (C-53)',
    ({ responses, bodies }) => {
      const required = Object.entries(bodies).map(([status, body]) => [status, body && listRequired(body)]);
      expect(responses).toEqual(Object.fromEntries(required));
    },
  );
});
