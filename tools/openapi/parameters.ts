/** What a request bears beside its content. Source: DESIGN 3; spec 1 and 2, Endpoints. */
import type * as z from 'zod';
import type { CompiledOperation } from '../../lib/compile-operation.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** Values to show, by name. */
export type ParameterExamples = Readonly<Record<string, unknown>>;

/** Lists the parameters in the order of a request: path, query, fields. */
export function toParameters(
  operation: CompiledOperation,
  schemas: Schemas,
  examples: ParameterExamples,
): readonly Parameter[] {
  const { params, apiVersions, query } = operation.request;
  const version: Parameter[] = apiVersions
    ? [{ name: 'api-version', in: 'query', required: true, schema: { type: 'string', enum: [...apiVersions] } }]
    : [];
  return [
    ...listMembers('path', params, schemas),
    ...version,
    ...(query ? listMembers('query', query, schemas) : []),
    ...listFields(operation),
  ].map((parameter) => (parameter.name in examples ? { ...parameter, example: examples[parameter.name] } : parameter));
}

function listMembers(place: 'path' | 'query', object: z.ZodType, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.of(object);
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...schema } = member as JsonSchema;
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema };
  });
}

function listFields({ request, cache, method }: CompiledOperation): Parameter[] {
  const { preconditions } = request;
  return [
    ...(preconditions?.ifMatch
      ? [
          toField(
            'If-Match',
            'Entity tag that the resource must have; relayed verbatim. Without it the write is unconditional, as far as the upstream allows that.',
          ),
        ]
      : []),
    ...(preconditions?.ifNoneMatch
      ? [
          toField('If-None-Match', '`*` creates and never replaces; anything else is 412. Not beside If-Match.', {
            enum: ['*'],
          }),
        ]
      : []),
    ...(cache && method === 'GET'
      ? [toField('If-None-Match', 'Entity tags that the caller holds: 304 when one of them is still right.')]
      : []),
    ...(cache
      ? [
          toField('Cache-Control', '`no-cache` asks for a new answer; granted once in ten seconds.', {
            enum: ['no-cache'],
          }),
        ]
      : []),
    toField(
      'x-ms-client-request-id',
      "The caller's correlation id; relayed and logged. One of another form is ignored.",
      {
        pattern: '^[A-Za-z0-9._-]{1,128}$',
      },
    ),
  ];
}

function toField(name: string, description: string, rules: JsonSchema = {}): Parameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...rules } };
}
