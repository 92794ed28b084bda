/** The operations as an OpenAPI 3.1 document: pure, from their definitions alone. Source: DESIGN 2; OpenAPI 3.1.1. */
import { DEFAULT_CALLER_LIMIT } from '../../lib/auth/rate-limit.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../lib/http/parse-request.ts';
import type { Operation } from '../../lib/operation.ts';
import type { Profile, UpstreamName } from '../../lib/profiles.ts';
import { DEFAULT_LIMITS } from '../../lib/upstream/limits.ts';
import { ANSWER_HEADERS } from './headers.ts';
import { type ParameterExamples, toParameters } from './parameters.ts';
import { ACCEPTED, type AnswerExamples, ERROR_BODIES, toResponses } from './responses.ts';
import { describeSchemas, type Schemas } from './schemas.ts';

/** What an operation was sent and what it answered. */
export interface OperationExample {
  readonly parameters: ParameterExamples;
  readonly body?: unknown;
  readonly answers: AnswerExamples;
}

/** What the definitions cannot say: where this deployment is, and what it was seen to answer. */
export interface Deployment {
  readonly version: string;
  readonly serverUrl: string;
  /** Address of the issuer's tenant: `/oauth2/v2.0/authorize` and `/oauth2/v2.0/token` are below it. */
  readonly authority: string;
  /** What a caller's token is for. */
  readonly audience: string;
  /** By the operation's name. */
  readonly examples: Readonly<Record<string, OperationExample>>;
}

/** Answers the document: JSON, in the names of one cloud. */
export function toOpenApi(definitions: readonly Operation[], profile: Profile, deployment: Deployment) {
  const operations = definitions.map((definition) => compileOperation(definition, profile));
  const schemas = describeSchemas([ACCEPTED, ...operations.flatMap(listSchemas)]);
  const tags = Object.keys(TAGS).filter((name) =>
    operations.some(({ upstream }) => upstream === name),
  ) as UpstreamName[];
  return {
    openapi: '3.1.1',
    info: toInfo(deployment),
    servers: [{ url: deployment.serverUrl }],
    security: [{ oauth2: [toDelegatedScope(deployment)] }, { oauth2: [toDefaultScope(deployment)] }],
    tags: tags.map((name) => TAGS[name]),
    paths: toPaths(operations, schemas, deployment.examples),
    components: {
      schemas: schemas.components,
      headers: ANSWER_HEADERS,
      securitySchemes: { oauth2: toSecurityScheme(deployment) },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof toOpenApi>;

const TAGS: Readonly<Record<UpstreamName, { readonly name: string; readonly description: string }>> = {
  arm: {
    name: 'Resource management',
    description: 'Authorizations, API diagnostics, health events and streaming jobs of a subscription.',
  },
  backupRestore: { name: 'Backup and restore', description: 'Restore points and restore sessions.' },
  documentModels: { name: 'Document models', description: 'Copies of document models.' },
  businessData: { name: 'Business data', description: 'Customers and items of a company.' },
};

function toInfo({ version }: Deployment) {
  return {
    title: 'Frontdesk',
    version,
    license: { name: 'MIT', identifier: 'MIT' },
    description: [
      'A backend for frontends: each operation is checked here and relayed to the cloud service that answers it, by a managed identity. The caller never holds a cloud token.',
      "Objects are open: members that are not described pass unchanged, and an answer's member may be null where nothing is known.",
      `One caller may ask ${toRateText(DEFAULT_CALLER_LIMIT)} unless the deployment says otherwise; beyond that, and beyond what an upstream bears, the answer is 429 or 503 with Retry-After.`,
      'A method that a path does not take, and a path that is none, are 404 without content.',
    ].join('\n\n'),
  };
}

function toDelegatedScope({ audience }: Deployment): string {
  return `${audience}/user_impersonation`;
}

/** What an application asks for: all that it was given. */
function toDefaultScope({ audience }: Deployment): string {
  return `${audience}/.default`;
}

/** Roles are no scopes: they are the token's claim, and each operation names its own. */
function toSecurityScheme(deployment: Deployment) {
  const endpoints = `${deployment.authority}/oauth2/v2.0`;
  return {
    type: 'oauth2',
    description:
      "A person's token bears the scope and the operation's app role; an application's own token bears the app role alone. The access policy then says on which resources a role counts.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${endpoints}/authorize`,
        tokenUrl: `${endpoints}/token`,
        scopes: { [toDelegatedScope(deployment)]: 'Act as the person who signed in.' },
      },
      clientCredentials: {
        tokenUrl: `${endpoints}/token`,
        scopes: { [toDefaultScope(deployment)]: 'Act as the application itself.' },
      },
    },
  };
}

function listSchemas({ request, responses, errors }: CompiledOperation) {
  const given = [request.params, request.query, request.body, ERROR_BODIES[errors], ...Object.values(responses)];
  return given.filter((schema) => schema !== undefined && schema !== null);
}

function toPaths(operations: readonly CompiledOperation[], schemas: Schemas, examples: Deployment['examples']) {
  const paths: Record<string, Record<string, ReturnType<typeof toPathOperation>>> = {};
  for (const operation of operations) {
    const example = examples[operation.name] ?? { parameters: {}, answers: {} };
    paths[operation.route] = {
      ...paths[operation.route],
      [operation.method.toLowerCase()]: toPathOperation(operation, schemas, example),
    };
  }
  return paths;
}

function toPathOperation(operation: CompiledOperation, schemas: Schemas, example: OperationExample) {
  const { name, summary, access, path, upstream, request } = operation;
  const body = request.body && {
    requestBody: {
      required: true,
      description: `At most ${request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES} bytes.`,
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
    description: toDescription(operation),
    tags: [TAGS[upstream].name],
    parameters: toParameters(operation, schemas, example.parameters),
    ...body,
    responses: toResponses(operation, schemas, example.answers),
    'x-app-role': access.role,
    'x-acts-on': access.resource ?? path,
  };
}

/** Answers what a caller should know beyond the parts: who may, how often, how fresh. */
function toDescription({ access, path, upstream, attempts: tries, cache }: CompiledOperation): string {
  const rate = DEFAULT_LIMITS[upstream].rate[tries.idempotency === 'safe' ? 'read' : 'write'];
  const whose = upstream === 'arm' ? 'a subscription' : 'all callers together';
  return [
    `Asks for the app role \`${access.role}\`, which the access policy must grant on \`${access.resource ?? path}\`.`,
    ...(rate ? [`Unless the deployment says otherwise, an instance relays ${toRateText(rate)} for ${whose}.`] : []),
    ...(cache
      ? [
          `An answer is kept for ${cache.maxAge} s and may stand in for up to ${cache.maxAge + cache.staleIfError} s while the upstream fails.`,
        ]
      : []),
  ].join(' ');
}

function toRateText({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }): string {
  return `${perSecond} times a second (${burst} at once)`;
}
