/** Composes the OpenAPI 3.1 document from the definitions of the operations. Source: docs/architecture.md; OpenAPI 3.1.1. */
import { findApi } from '../../dev/upstream/apis.ts';
import { type CompiledOperation, compileOperation, toQuotaKind } from '../../lib/compile-operation.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../lib/http/parse-request.ts';
import { DEFAULT_LIMITS } from '../../lib/limits.ts';
import { ADDRESS_PATH } from '../../lib/long-running.ts';
import type { Operation } from '../../lib/operation.ts';
import type { Profile } from '../../lib/profiles.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamLimits, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { API_OF } from '../generate/examples.ts';
import { BATCH_TAG, compileBatches, describeBatch } from './batch.ts';
import { addBodies, type WithBodies } from './contracts/bodies.ts';
import { ERROR_BODIES } from './error-schemas.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { listParameters, type ParameterExamples } from './parameters.ts';
import { compilePoll, describePoll } from './poll.ts';
import { PURPOSES } from './purposes.ts';
import { composeResponses, type ResponseExamples } from './responses.ts';
import { describeSchemas, type Schemas } from './schemas.ts';
import { shareComponents } from './share-components.ts';

/** The parameters and body that an operation was called with, and its responses. */
export interface OperationExample {
  readonly parameters: ParameterExamples;
  readonly body?: unknown;
  readonly responses: ResponseExamples;
}

/** What the definitions do not have: the deployment's URLs and captured examples. */
export interface Deployment {
  readonly version: string;
  readonly serverUrl: string;
  /** URL of the issuer's tenant, without `/oauth2/v2.0/authorize` and `/oauth2/v2.0/token`. */
  readonly authority: string;
  /** The `aud` of callers' tokens. */
  readonly audience: string;
  /** By the operation's name. */
  readonly examples: Readonly<Record<string, OperationExample>>;
}

/** Returns the document in the names of one cloud. */
export function composeDocument(definitions: readonly Operation[], profile: Profile, deployment: Deployment) {
  const operations = definitions.map((definition) => addBodies(compileOperation(definition, profile), profile));
  const poll = addBodies(compilePoll(profile), profile);
  const batches = compileBatches(profile).map((batch) => addBodies(batch, profile));
  const schemas = describeSchemas([...operations, poll, ...batches].flatMap(listSchemas));
  const tags = Object.keys(TAGS).filter((name) =>
    operations.some(({ upstream }) => upstream === name),
  ) as UpstreamName[];
  const { paths, lists, ...shared } = shareComponents({
    ...composePaths(operations, schemas, deployment.examples),
    [ADDRESS_PATH]: { get: describePoll(composeOperation(poll, schemas, deployment.examples[poll.name])) },
    ...Object.fromEntries(
      batches.map((batch) => {
        const described = composeOperation(batch, schemas, deployment.examples[batch.name]);
        return [batch.route, { post: describeBatch(described) }];
      }),
    ),
  });
  return {
    openapi: '3.1.1',
    info: composeInfo(deployment),
    servers: [{ url: deployment.serverUrl }],
    security: [{ oauth2: [toDelegatedScope(deployment)] }, { oauth2: [toDefaultScope(deployment)] }],
    tags: [...tags.map((name) => TAGS[name]), BATCH_TAG],
    paths,
    components: {
      schemas: { ...schemas.components, ...lists },
      ...shared,
      headers: RESPONSE_HEADERS,
      securitySchemes: { oauth2: composeSecurityScheme(deployment) },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof composeDocument>;

/** What operations of an upstream are about; by default, what its address is that of. */
const ABOUT: Readonly<Partial<Record<UpstreamName, string>>> = {
  arm: 'Authorizations, API diagnostics, health events and streaming jobs of a subscription.',
  backupRestore: 'Restore points and restore sessions.',
  documentModels: 'Copies of document models.',
  businessData: 'Customers and items of a company.',
};

const TAGS = mapUpstreams((upstream) => ({
  name: findApi(API_OF[upstream]).title,
  description: ABOUT[upstream] ?? UPSTREAMS[upstream].address.description,
}));

function composeInfo({ version }: Deployment) {
  return {
    title: 'Frontdesk',
    version,
    license: { name: 'MIT', identifier: 'MIT' },
    description: [
      'A backend for frontends: each request is checked and sent to a cloud service with a managed identity. Callers never have a cloud token.',
      'Undocumented properties are passed through; response properties may be null.',
      `One caller may send ${formatRate(DEFAULT_LIMITS.caller)} by default; above that, or when a service is overloaded, you get 429 or 503 with Retry-After.`,
      'Paths and methods of no operation return 404 `route_not_found`; a path that begins with two slashes, an empty 404. HEAD of what GET serves has its status and headers.',
    ].join('\n\n'),
  };
}

function toDelegatedScope({ audience }: Deployment): string {
  return `${audience}/user_impersonation`;
}

/** The scope of applications: everything granted to them. */
function toDefaultScope({ audience }: Deployment): string {
  return `${audience}/.default`;
}

/** Roles are not scopes but a claim of the token; each operation names its role. */
function composeSecurityScheme(deployment: Deployment) {
  const endpoints = `${deployment.authority}/oauth2/v2.0`;
  return {
    type: 'oauth2',
    description:
      "A person's token has the scope and the operation's app role; an application's token has only the app role. The access policy grants roles per resource.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${endpoints}/authorize`,
        tokenUrl: `${endpoints}/token`,
        scopes: { [toDelegatedScope(deployment)]: 'Act as the signed-in person.' },
      },
      clientCredentials: {
        tokenUrl: `${endpoints}/token`,
        scopes: { [toDefaultScope(deployment)]: 'Act as the application.' },
      },
    },
  };
}

function listSchemas({ request, bodies, errors }: WithBodies) {
  const schemas = [request.params, request.query, request.body, ERROR_BODIES[errors], ...Object.values(bodies)];
  return schemas.filter((schema) => schema !== undefined && schema !== null);
}

function composePaths(operations: readonly WithBodies[], schemas: Schemas, examples: Deployment['examples']) {
  const paths: Record<string, Record<string, ReturnType<typeof composeOperation>>> = {};
  for (const operation of operations) {
    paths[operation.route] = {
      ...paths[operation.route],
      [operation.method.toLowerCase()]: composeOperation(operation, schemas, examples[operation.name]),
    };
  }
  return paths;
}

const NO_EXAMPLE: OperationExample = { parameters: {}, responses: {} };

function composeOperation(operation: WithBodies, schemas: Schemas, example = NO_EXAMPLE) {
  const { name, summary, access, path, upstream, request } = operation;
  const body = request.body && {
    requestBody: {
      required: !request.isBodyOptional,
      description: `At most ${(request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES) / 1024} KiB.`,
      content: {
        'application/json': {
          schema: schemas.of(request.body),
          ...(example.body === undefined ? {} : { example: example.body }),
        },
      },
    },
  };
  return {
    operationId: name,
    summary,
    description: describeOperation(operation),
    tags: [TAGS[upstream].name],
    parameters: listParameters(operation, schemas, example.parameters),
    ...body,
    responses: composeResponses(operation, schemas, example.responses),
    'x-app-role': access.role,
    'x-acts-on': access.resource ?? path,
  };
}

/** Describes what it is for, and in a second paragraph the required role, the rate limit and the cache. */
function describeOperation(operation: CompiledOperation): string {
  const { name, access, path, upstream, isLifecycle, cache } = operation;
  const { rate: rates }: UpstreamLimits = UPSTREAMS[upstream].limits;
  const rate = rates[toQuotaKind(operation)];
  const { scopedBy } = UPSTREAMS[upstream] as { readonly scopedBy?: string };
  const scope = scopedBy ? `per ${scopedBy.replace(/Id$/, '')}` : 'for all callers together';
  const { text } = PURPOSES[name] ?? {};
  const conditions = [
    `Requires the app role \`${access.role}\`, which the access policy must grant on \`${access.resource ?? path}\`.`,
    ...(isLifecycle ? ['Served only where the setting `OPERATIONS` names it.'] : []),
    ...(rate ? [`By default each instance sends at most ${formatRate(rate)} ${scope}.`] : []),
    ...(cache
      ? [
          `Responses are cached for ${cache.maxAge} s, and served for up to ${cache.maxAge + cache.staleIfError} s while the service fails.`,
        ]
      : []),
  ];
  return [...(text === undefined ? [] : [text]), conditions.join(' ')].join('\n\n');
}

function formatRate({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }): string {
  return `${perSecond} requests per second (burst ${burst})`;
}
