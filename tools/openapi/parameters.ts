/** The parameters of a request: path, query and headers. Source: docs/specification.md. */

import type * as z from 'zod';
import type { CompiledOperation } from '../../lib/compile-operation.ts';
import {
  API_DIAGNOSTIC_VERSIONS,
  AUTHORIZATION_VERSIONS,
  HEALTH_EVENT_VERSIONS,
  STREAMING_JOB_VERSIONS,
} from '../../lib/contracts/api-versions.ts';
import { ONE_TAG } from '../../lib/http/parse-headers.ts';
import { MAX_VALUE_LENGTH } from '../../lib/http/path.ts';
import { PATH_RULES } from '../../pages/docs/logic/describe-schema.ts';
import { toPascal, toWords } from '../generate/names.ts';
import { PURPOSES } from './purposes.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** Example values, by name. */
export type ParameterExamples = Readonly<Record<string, unknown>>;

/** Lists the parameters in the order path, query, headers. */
export function listParameters(
  operation: CompiledOperation,
  schemas: Schemas,
  examples: ParameterExamples,
): readonly Parameter[] {
  const { params, apiVersions, query } = operation.request;
  const version: Parameter[] = apiVersions
    ? [
        {
          name: 'api-version',
          in: 'query',
          required: true,
          schema: { type: 'string', enum: [...apiVersions], ...findSpecified(apiVersions) },
          ...describeVersions(apiVersions),
        },
      ]
    : [];
  return [
    ...listMembers('path', params, schemas),
    ...version,
    ...(query ? listMembers('query', query, schemas) : []),
    ...listHeaders(operation),
  ].map((parameter) => ({
    ...withTypeName(withWords(parameter, operation.name), operation),
    ...(parameter.name in examples && { example: toExample(parameter, examples) }),
  }));
}

/** What the parameters are whose schema does not say it. */
const WORDS: Readonly<Record<string, string>> = {
  subscriptionId: 'Id of the subscription.',
  authorizationProviderId: 'Name of the provider that the gateway connects to.',
  authorizationId: 'Name of the authorization.',
  apiId: 'Name of the API of the gateway.',
  resourceProviderNamespace: 'Namespace of the resource type.',
  resourceType: 'Type of the resource, in the plural.',
  resourceName: 'Name of the resource.',
  parentType: 'Type of the resource above it, in the plural.',
  parentName: 'Name of the resource above it.',
  eventTrackingId: 'Name of the event in a list.',
  jobName: 'Name of the job.',
  restoreSessionBaseId: 'Id of the restore session in a list.',
  companyId: 'Id of the company in the list of companies.',
  customerId: 'Id of the customer in a list.',
  itemId: 'Id of the item in a list.',
  'api-version': "Version of the service's interface.",
  $filter: 'Which elements are returned. The service reads it; its quotes and parentheses must be closed.',
  $top: 'The most elements of a page.',
  $skip: 'Elements that are left out before the first.',
  $skipToken: 'From the `nextLink` of the page before.',
};

function withWords(parameter: Parameter, operation: string): Parameter {
  const { name, description, schema, ...rest } = parameter;
  const words = (name === '$filter' ? undefined : description) ?? WORDS[name] ?? `${toWords(name)}.`;
  const { filters } = PURPOSES[operation] ?? {};
  return {
    ...{ name, ...rest, description: words },
    schema: name === '$filter' && filters ? { ...schema, examples: [...filters] } : schema,
  };
}

/** A list of values has a title, which becomes its type's name: generators number types without one, or make one per operation. */
function withTypeName(parameter: Parameter, { name, request }: CompiledOperation): Parameter {
  const { schema } = parameter;
  if (!schema.enum) return parameter;
  const list = VERSION_LISTS.find(([list]) => list.at(-1) === request.apiVersions?.at(-1));
  const title = parameter.name === 'api-version' ? `${list?.[1] ?? toPascal(name)}Version` : toPascal(parameter.name);
  const names = schema.enum.map((value) => toValueName(String(value)));
  const values = schema.enum.map((value, at) => ({ value, name: names[at] }));
  // The first is NSwag's, the second Kiota's.
  return { ...parameter, schema: { title, ...schema, 'x-enumNames': names, 'x-ms-enum': { name: title, values } } };
}

/** As Azure's libraries name versions: `V2021_10_01_Preview`. */
function toValueName(value: string): string {
  if (value === '*') return 'Any';
  return /^\d/.test(value) ? `V${value.replace(/[-.]/g, '_').replace('p', 'P')}` : toPascal(value);
}

const VERSION_LISTS: readonly (readonly [list: readonly string[], name: string])[] = [
  [AUTHORIZATION_VERSIONS, 'Authorization'],
  [AUTHORIZATION_VERSIONS.slice(0, 1), 'AuthorizationChange'],
  [API_DIAGNOSTIC_VERSIONS, 'ApiDiagnostic'],
  [HEALTH_EVENT_VERSIONS, 'HealthEvent'],
  [STREAMING_JOB_VERSIONS, 'StreamingJob'],
];

/** The specified version is the first; all versions of diagnostics are. */
function findSpecified(listed: readonly string[]): { default?: string } {
  const [first] = listed;
  return first === undefined || listed.length === 1 || findList(listed) === API_DIAGNOSTIC_VERSIONS
    ? {}
    : { default: first };
}

/** Returns the definition's list, of which a profile may leave out versions. */
const findList = (listed: readonly string[]) => [...VERSION_NOTES.keys()].find((list) => list.at(-1) === listed.at(-1));

/** What differs from the specified version, by list. */
const VERSION_NOTES: ReadonlyMap<readonly string[], Readonly<Record<string, string>>> = new Map([
  [STREAMING_JOB_VERSIONS, { '2021-10-01-preview': 'also user-assigned identities' }],
  [
    API_DIAGNOSTIC_VERSIONS,
    {
      latest: 'the newest one',
      '2024-05-01': 'also logClientIp, operationNameFormat and metrics; no enableHttpCorrelationHeaders',
    },
  ],
]);

/** Says what differs between the versions. */
function describeVersions(listed: readonly string[]): { description?: string } {
  const notes = VERSION_NOTES.get(findList(listed) ?? []) ?? {};
  const described = Object.entries(notes).flatMap(([version, note]) =>
    listed.includes(version) ? `${version}: ${note}.` : [],
  );
  return described.length > 0 ? { description: described.join(' ') } : {};
}

/** A request has texts only. */
function toExample({ name, schema }: Parameter, examples: ParameterExamples): unknown {
  return schema.type === 'integer' ? Number(examples[name]) : examples[name];
}

function listMembers(place: 'path' | 'query', object: z.ZodType, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.of(object);
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...own } = member as JsonSchema;
    const schema = place === 'path' && !own.format ? withPathRules(own) : own;
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema };
  });
}

/** What lib/http/path.ts refuses in every path: other ASCII characters, and what reads as other segments. */
function withPathRules({ maxLength = MAX_VALUE_LENGTH, pattern = '^', ...schema }: JsonSchema): JsonSchema {
  const rest = pattern === '^' ? '.+$' : pattern.slice(1);
  return { ...schema, maxLength: Math.min(maxLength, MAX_VALUE_LENGTH), pattern: `${PATH_RULES}${rest}` };
}

type When = (operation: CompiledOperation) => boolean;

/** The headers of requests, each with the operations that accept it. */
const HEADERS: readonly (readonly [when: When, parameter: Parameter])[] = [
  [
    ({ request }) => request.preconditions?.ifMatch === true,
    toHeaderParameter(
      'If-Match',
      '`*`, or the entity tag that the resource must have: one tag, with or without quotes; weak tags are refused. Without the header the write has no condition, if the service allows that.',
      { pattern: ONE_TAG.source },
    ),
  ],
  [
    ({ request }) => request.preconditions?.ifMatch === 'required',
    {
      ...toHeaderParameter('If-Match', '`*`, or the entity tag that the resource must have; sent unchanged.', {
        pattern: ONE_TAG.source,
      }),
      required: true,
    },
  ],
  [
    ({ request }) => request.preconditions?.ifNoneMatch !== undefined,
    toHeaderParameter(
      'If-None-Match',
      '`*` creates and never replaces; other values return 412. With If-Match it is 400.',
      { enum: ['*'] },
    ),
  ],
  [
    ({ cache, method }) => cache !== undefined && method === 'GET',
    toHeaderParameter(
      'If-None-Match',
      'Entity tags of the responses that the caller has; returns 304 if one is current.',
    ),
  ],
  [
    ({ cache }) => cache !== undefined,
    toHeaderParameter(
      'Cache-Control',
      '`no-cache` requests a new response, once every ten seconds at most. It is ignored if `Pragma` is sent too, as browsers do for `cache: no-store`.',
      {
        enum: ['no-cache'],
      },
    ),
  ],
  [
    ({ request }) => request.pageSize !== undefined,
    toHeaderParameter(
      'Prefer',
      '`odata.maxpagesize=n`: elements of a page, 100 if absent, at most 1,000. Sent to the service for each page.',
      { examples: ['odata.maxpagesize=20'] },
    ),
  ],
  [
    () => true,
    toHeaderParameter(
      'x-ms-client-request-id',
      "The caller's correlation id; sent to the service and logged. Another text is ignored.",
      { pattern: '^[A-Za-z0-9._-]{1,128}$' },
    ),
  ],
];

function listHeaders(operation: CompiledOperation): Parameter[] {
  return HEADERS.filter(([when]) => when(operation)).map(([, parameter]) => parameter);
}

function toHeaderParameter(name: string, description: string, rules: JsonSchema = {}): Parameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...rules } };
}
