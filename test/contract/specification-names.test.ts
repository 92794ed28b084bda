/** The rules of the three documents and the contracts have the same names: neither can lose a statement alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needsTest, readRules } from '../../tools/conformance.ts';
import { listOperations, readDocument } from '../support/openapi.ts';

/** What a section of a document describes. Its names may also stand in its document's sections of values and versions. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'S1 Authorization': ['Authorization', 'AuthorizationProperties'],
  'S1 API diagnostic': ['ApiDiagnostic', 'ApiDiagnosticProperties', 'PipelineSettings', 'HttpMessageSettings'],
  'S1 Health event': [
    ...['HealthEventList', 'HealthEvent', 'HealthEventProperties', 'HealthEventImpact', 'HealthEventRegion'],
    ...['HealthEventLink', 'SystemData'],
  ],
  'S1 Error objects': ['ArmError', 'ArmErrorDetail', 'HealthEventError'],
  'S1 Endpoints 1: create or update an authorization': ['createOrUpdateAuthorization'],
  'S1 Endpoints 2: list health events for a single resource': ['listHealthEvents', 'listNestedHealthEvents'],
  'S1 Endpoints 3: diagnostics': ['createOrUpdateApiDiagnostic'],
  'S2 Streaming job': ['StreamingJob', 'StreamingJobProperties'],
  'S2 Input': [
    ...['StreamingInput', 'StreamingStreamInput', 'StreamingReferenceInput'],
    ...['BlobStreamInput', 'EventHubStreamInput', 'EventHubV2StreamInput', 'GatewayMessageBusStreamInput'],
    ...['IotHubStreamInput', 'BlobReferenceInput', 'FileReferenceInput', 'SqlReferenceInput'],
  ],
  'S2 Serialization': ['AvroSerialization', 'CsvSerialization', 'JsonSerialization', 'ParquetSerialization'],
  'S2 Output': [
    ...['StreamingOutput', 'StreamingOutputProperties', 'BlobOutput', 'DashboardOutput', 'DataLakeOutput'],
    ...['DocumentDbOutput', 'EventHubOutput', 'EventHubV2Output', 'FunctionAppOutput', 'GatewayMessageBusOutput'],
    ...['QueueOutput', 'SqlDatabaseOutput', 'SqlDataWarehouseOutput', 'TableOutput', 'TopicOutput'],
  ],
  'S2 Transformation': ['StreamingTransformation'],
  'S2 Function': [
    ...['StreamingFunction', 'StreamingAggregateFunction', 'StreamingScalarFunction'],
    ...['MachineLearningBinding', 'JavaScriptBinding'],
  ],
  'S2 Endpoints: create or replace a streaming job': ['createOrReplaceStreamingJob'],
  'S3 Restore point search request': ['RestorePointSearch'],
  'S3 Restore point search response': ['RestorePointSearchResult', 'RestorePoint', 'ProtectionUnit'],
  'S3 Model copy authorization': ['ModelCopy', 'ModelCopyAuthorization'],
  'S3 Customer': ['Customer'],
  'S3 Item': ['Item'],
  'S3 Error object': ['DocumentModelError', 'DocumentModelErrorDetail', 'DocumentModelInnerError'],
  'S3 Endpoints 1: search restore points': ['searchRestorePoints'],
  'S3 Endpoints 2: delete a draft restore session': ['deleteRestoreSession'],
  'S3 Endpoints 3: authorize a model copy': ['authorizeModelCopy'],
  'S3 Endpoints 4: get a customer': ['getCustomer'],
  'S3 Endpoints 5: get an item': ['getItem'],
};

/** Described by our own choices only: C-32, W-08, B-01, and the operations of the R rules. */
const OURS = [
  ...['BackupRestoreError', 'BusinessDataError', 'ErrorDetail', 'getOperation'],
  ...['batch', 'Batch', 'BatchResponses'],
  ...['ConsentCode', 'IdentitySet', 'LoginLinks', 'RestoreSession', 'RestoreSessionList', 'StreamingJobStart'],
  ...['Company', 'CompanyList', 'CustomerList', 'ItemList', 'ListedCustomer', 'ListedItem'],
  ...['getAuthorization', 'deleteAuthorization', 'getAuthorizationLoginLinks', 'confirmAuthorizationConsentCode'],
  ...['getApiDiagnostic', 'fetchHealthEventDetails', 'getStreamingJob', 'startStreamingJob', 'stopStreamingJob'],
  ...['AuthorizationList', 'ApiDiagnosticList', 'StreamingJobList', 'listAuthorizations', 'listApiDiagnostics'],
  ...['listStreamingJobs', 'listSubscriptionHealthEvents'],
  ...['getRestoreSession', 'listRestoreSessions', 'listCompanies', 'listCustomers', 'listItems'],
];

/** Names in rules that no contract declares: the language of searches, types that the server sets, addresses, the token's scope. */
const UNDECLARED = [
  ...['-and', '-eq', '-gt', '-like', '-or', '*', '{date}', '{time}', '{resourceUri}', 'resourceUri'],
  ...['{originalRequestUrl}?$skipToken=<opaque_page_token>', 'Content-Type', 'application', 'json'],
  ...['#vendor.graph.restorePoint', '#vendor.graph.siteProtectionUnit', 'inputs', 'outputs', 'transformations'],
  ...['Vendor-Subscription-Key', 'user_impersonation', 'v1.0', 'v2.0'],
];

/** Where a rule tells of another section's members: the document has the modes of outputs under serialization. */
const MOVED: Readonly<Record<string, string>> = { 'S2-38': 'S2 Output' };

const SEPARATOR = /\/|: |(?<=^[a-z]{2,})\.(?=[a-z]+$)/i;
const REQUIRES = /\b(?:required|requires|needs)\b/;
const LISTS = ['enum', 'examples'];
const VALUES = ['const', 'default', 'pattern'];
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];
/** Headers and parameters that Frontdesk adds to every operation. */
const ADDED = /^(?:x-|Cache-|Age$|Azure-AsyncOperation$|Location$|Retry-After$)/;

const document = readDocument();
const schemas = Object.entries(document.components.schemas);
const operations = listOperations(document);
const toResource = (id: string) => id.replace(/Request$/, '');
const toFamily = (id: string) => id.slice(0, 2);

const rules = readRules().map((rule) => ({ ...rule, key: MOVED[rule.id] ?? `${toFamily(rule.id)} ${rule.section}` }));
const documentRules = rules.filter(({ id }) => id.startsWith('S'));
const toText = (some: typeof rules) => some.map(({ text }) => text).join('\n');
const choicesAndFacts = toText(rules.filter(({ id }) => /^[CL]/.test(id)));

/** Lists the names of members, the values, the patterns and the bounds (but those of an int32) that a schema declares. */
function* listNames(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {}, ...keywords } = schema as { readonly properties?: object };
  yield* Object.keys(properties);
  for (const [keyword, value] of Object.entries<unknown>(keywords)) {
    if (LISTS.includes(keyword) && Array.isArray(value)) yield* value.map(String);
    if (VALUES.includes(keyword)) yield String(value);
    if (BOUNDS.includes(keyword) && Math.abs(Number(value)) < 2 ** 31 - 1) yield String(value);
  }
  for (const part of [...Object.values(properties), ...Object.values(keywords)]) yield* listNames(part);
}

/** Lists the method, the segments of the path, the parameters, the statuses of success and their headers. */
function* listOperationNames({ path, method, operation }: (typeof operations)[number]): Generator<string> {
  yield method.toUpperCase();
  yield* path.split('/').filter(Boolean);
  for (const { name, schema } of operation.parameters.filter((parameter) => !ADDED.test(parameter.name))) {
    yield name;
    yield* listNames(schema);
  }
  for (const [status, { headers }] of Object.entries(operation.responses)) {
    if (!/^20[014]$/.test(status)) continue;
    yield status;
    yield* Object.keys(headers).filter((name) => !ADDED.test(name));
  }
}

const declared = [
  ...schemas.map(([id, schema]) => ({ name: toResource(id), names: [...listNames(schema)] })),
  ...operations.map((each) => ({ name: each.operation.operationId, names: [...listOperationNames(each)] })),
];
const namesOf = (some: readonly string[]) =>
  new Set(declared.filter(({ name }) => some.includes(name)).flatMap(({ names }) => names));

const isEndpoint = (section: string) => section.includes(' Endpoints');
/** What the sections of a document describe; of its endpoints only, if wanted. */
const describedIn = (family: string, isWanted = (_section: string) => true) =>
  Object.entries(SECTIONS).flatMap(([section, some]) => (section.startsWith(family) && isWanted(section) ? some : []));

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word.replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')}(?!\\w)`).test(text);
}

it('every schema and operation of the OpenAPI document belongs to a section, or is our own', () => {
  const described = new Set(declared.map(({ name }) => name));
  expect([...described].toSorted()).toEqual([...Object.values(SECTIONS).flat(), ...OURS].toSorted());
  const sections = new Set(documentRules.map(({ key }) => key));
  expect(Object.keys(SECTIONS).filter((section) => !sections.has(section))).toEqual([]);
});

describe.each(Object.entries(SECTIONS))('%s', (section, described) => {
  const own = documentRules.filter(({ key }) => key === section);

  it('what is declared stands in a rule of the section, or in a choice or fact', () => {
    // Resources leave open values to the gaps; endpoints leave the resource and the versions to other sections.
    const shared = documentRules.filter(
      ({ key }) => key.startsWith(toFamily(section)) && (isEndpoint(section) || key.includes(' Gaps')),
    );
    const texts = [toText(own), toText(shared), choicesAndFacts];
    // A pattern of ours says in ASCII what its rule says in words.
    const names = [...namesOf(described)].filter((name) => !name.startsWith('^'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !texts.some((text) => hasWord(text, name)))).toEqual([]);
  });

  it('what a request requires is required by a rule', () => {
    const required = schemas
      .filter(([id]) => id.endsWith('Request') && described.includes(toResource(id)))
      .flatMap(([, schema]) => [...listRequired(schema)]);
    // The job's rules tell that its parts need a name.
    const texts = documentRules.filter(({ key, text }) => toFamily(key) === toFamily(section) && REQUIRES.test(text));
    expect(required.filter((name) => !texts.some(({ text }) => hasWord(text, name)))).toEqual([]);
  });
});

/** Lists the required members, without the envelope and the names of kinds. */
function* listRequired(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { required } = schema as { readonly required?: unknown };
  if (Array.isArray(required)) yield* required.map(String).filter((name) => !['properties', 'type'].includes(name));
  for (const part of Object.values(schema)) yield* listRequired(part);
}

it('what a rule names is declared by its resource or an endpoint, and in other sections by the document', () => {
  const found = documentRules.filter(needsTest).flatMap(({ key, text }) => {
    const resource = isEndpoint(key) ? undefined : SECTIONS[key];
    const described = resource ? [...resource, ...describedIn(toFamily(key), isEndpoint)] : describedIn(toFamily(key));
    return listUndeclared(text, namesOf(described));
  });
  expect([...new Set(found)].toSorted()).toEqual(UNDECLARED.toSorted());
});

/** Lists the names in backticks that are not declared; of a path, a type, `a.b` and `a: b` the parts that are not. */
function listUndeclared(text: string, names: ReadonlySet<string>): string[] {
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => String(name));
  return quoted
    .filter((name) => !names.has(name))
    .flatMap((name) => name.split(SEPARATOR).filter((part) => part && !names.has(part)));
}

/** Counted when the page was compared with the documents: a rule and its contract cannot vanish together unseen. */
it('each document has the sections, rules and names that the page says', () => {
  const page = readFileSync('docs/specification.md', 'utf8');
  const said = Array.from(page.matchAll(/^(\d+) sections of the document, (\d+) rules, (\d+) names\.$/gm), (match) =>
    match.slice(1).map(Number),
  );
  const counted = ['S1', 'S2', 'S3'].map((family) => {
    const own = documentRules.filter(({ id }) => toFamily(id) === family);
    const names = new Set(own.flatMap(({ text }) => text.match(/`[^`]+`/g) ?? []));
    return [new Set(own.map(({ section }) => section)).size, own.length, names.size];
  });
  expect(said).toEqual(counted);
});
