/** Every rule has a test; the rules of the three documents and the contracts have the same names: neither can lose a statement alone. */
import { describe, expect, it } from 'vitest';
import { operations as registered } from '../../functions/operations.ts';
import { listTitles, readRules } from '../../tools/conformance.ts';
import { listOperations, readDocument } from '../support/openapi.ts';
import { specified } from '../support/specified.ts';

/** What the chapter of a document describes. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  S1: (
    'Authorization AuthorizationProperties ArmError ArmErrorDetail createOrUpdateAuthorization ApiDiagnostic ' +
    'ApiDiagnosticProperties PipelineSettings HttpMessageSettings createOrUpdateApiDiagnostic HealthEventList ' +
    'HealthEvent HealthEventProperties HealthEventImpact HealthEventRegion HealthEventLink HealthEventError ' +
    'SystemData listHealthEvents listNestedHealthEvents'
  ).split(' '),
  S2: (
    'StreamingJob StreamingJobProperties createOrReplaceStreamingJob StreamingInput StreamingStreamInput ' +
    'StreamingReferenceInput BlobStreamInput EventHubStreamInput EventHubV2StreamInput ' +
    'GatewayMessageBusStreamInput IotHubStreamInput BlobReferenceInput FileReferenceInput SqlReferenceInput ' +
    'AvroSerialization CsvSerialization JsonSerialization ParquetSerialization StreamingOutput ' +
    'StreamingOutputProperties BlobOutput DashboardOutput DataLakeOutput DocumentDbOutput EventHubOutput ' +
    'EventHubV2Output FunctionAppOutput GatewayMessageBusOutput QueueOutput SqlDatabaseOutput ' +
    'SqlDataWarehouseOutput TableOutput TopicOutput StreamingTransformation StreamingFunction ' +
    'StreamingAggregateFunction StreamingScalarFunction MachineLearningBinding JavaScriptBinding'
  ).split(' '),
  S3: (
    'RestorePointSearch RestorePointSearchResult RestorePoint ProtectionUnit ModelCopy ModelCopyAuthorization ' +
    'DocumentModelError DocumentModelErrorDetail DocumentModelInnerError Customer Item searchRestorePoints ' +
    'deleteRestoreSession authorizeModelCopy getCustomer getItem'
  ).split(' '),
};

/** Described by our own choices only: C-32, C-62, C-68, and the operations of the R rules. */
const OURS = (
  'BackupRestoreError BusinessDataError ErrorDetail getOperation batch Batch BatchResponses ConsentCode ' +
  'IdentitySet LoginLinks RestoreSession RestoreSessionList StreamingJobStart Company CompanyList ' +
  'CustomerList ItemList ListedCustomer ListedItem getAuthorization deleteAuthorization ' +
  'getAuthorizationLoginLinks confirmAuthorizationConsentCode getApiDiagnostic fetchHealthEventDetails ' +
  'getStreamingJob startStreamingJob stopStreamingJob AuthorizationList ApiDiagnosticList StreamingJobList ' +
  'listAuthorizations listApiDiagnostics listStreamingJobs listSubscriptionHealthEvents getRestoreSession ' +
  'listRestoreSessions listCompanies listCustomers listItems ApiDiagnosticChange StreamingJobChange ' +
  'updateApiDiagnostic deleteApiDiagnostic updateStreamingJob deleteStreamingJob listSubscriptionStreamingJobs'
).split(' ');

/** Names in rules that no contract declares: the language of searches, types that the server sets, addresses, the token's scope. */
const UNDECLARED = (
  '-and -eq -gt -like -or * {date} {time} {resourceUri} resourceUri ' +
  '{originalRequestUrl}?$skipToken=<opaque_page_token> Content-Type application json ' +
  '#vendor.graph.restorePoint #vendor.graph.siteProtectionUnit transformations Vendor-Subscription-Key ' +
  'user_impersonation v1.0 v2.0'
).split(' ');

const SEPARATOR = /\/|: |(?<=^[a-z]{2,})\.(?=[a-z]+$)/i;
const REQUIRES = /\b(?:required|requires|needs)\b/;
const LISTS = ['enum', 'examples'];
const VALUES = ['const', 'default', 'pattern'];
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];
/** Headers and parameters that Frontdesk adds to every operation. */
const ADDED = /^(?:x-|Cache-|Age$|Azure-AsyncOperation$|Location$|Retry-After$)/;

const document = readDocument();
/** Without the operations of published definitions, and the schemas that only they have. */
const operations = listOperations(document).filter(({ operation: { operationId } }) => {
  const published = registered.find(({ name }) => name === operationId);
  return published === undefined || specified.includes(published);
});
const used = listReferences(operations);
const schemas = Object.entries(document.components.schemas).filter(([id]) => used.has(id));
const toResource = (id: string) => id.replace(/Request$/, '');
const rules = readRules();
const rulesOf = (chapter: string) => rules.filter(({ id }) => id.startsWith(chapter));
const toText = (some: typeof rules) => some.map(({ text }) => text).join('\n');

/** Returns the ids of the schemas to which something leads. */
function listReferences(from: unknown, found = new Set<string>()): ReadonlySet<string> {
  for (const [, id = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (!found.has(id)) listReferences(document.components.schemas[id], found.add(id));
  }
  return found;
}

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
    // The other versions are those of R-30; what a filter may be is not specified.
    const { default: specified, examples: _, ...rest } = schema as { default?: string; examples?: unknown };
    yield* name === 'api-version' && specified !== undefined ? [specified] : listNames(rest);
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

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word.replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')}(?!\\w)`).test(text);
}

it('every schema and operation of the OpenAPI document belongs to a chapter, or is our own', () => {
  const described = new Set(declared.map(({ name }) => name));
  expect([...described].toSorted()).toEqual([...Object.values(CHAPTERS).flat(), ...OURS].toSorted());
});

describe.each(Object.entries(CHAPTERS))('%s', (chapter, described) => {
  it('what is declared stands in a rule of the chapter, or in a choice', () => {
    const text = `${toText(rulesOf(chapter))}\n${toText(rulesOf('C'))}`;
    // A pattern of ours says in ASCII what its rule says in words.
    const names = [...namesOf(described)].filter((name) => !name.startsWith('^'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !hasWord(text, name))).toEqual([]);
  });

  it('what a request requires is required by a rule', () => {
    const required = schemas
      .filter(([id]) => id.endsWith('Request') && described.includes(toResource(id)))
      .flatMap(([, schema]) => [...listRequired(schema)]);
    const texts = rulesOf(chapter).filter(({ text }) => REQUIRES.test(text));
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

it('what a rule names is declared by its chapter', () => {
  const found = Object.entries(CHAPTERS).flatMap(([chapter, described]) =>
    listUndeclared(toText(rulesOf(chapter)), namesOf(described)),
  );
  expect([...new Set(found)].toSorted()).toEqual(UNDECLARED.toSorted());
});

/** Lists the names in backticks that are not declared; of a path, a type, `a.b` and `a: b` the parts that are not. */
function listUndeclared(text: string, names: ReadonlySet<string>): string[] {
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => String(name));
  return quoted
    .filter((name) => !names.has(name))
    .flatMap((name) => name.split(SEPARATOR).filter((part) => part && !names.has(part)));
}

const titles = listTitles();
const ids = new Set(rules.map(({ id }) => id));
const tested = new Set(titles.flatMap((title) => title.ids));

it('rule ids are unique', () => {
  expect(rules.length).toBeGreaterThan(250);
  expect(ids.size).toBe(rules.length);
});

it('every rule has a test', () => {
  expect(rules.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
});

it('every id in a title exists', () => {
  expect(titles.length).toBeGreaterThan(250);
  expect([...tested].filter((id) => !ids.has(id))).toEqual([]);
});
