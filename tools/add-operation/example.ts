/** The example of an operation: the definition's own where it has one, in the names and with the resources of the local stack. */
import { fill } from '../../dev/upstream/example-files.ts';
import type { UpstreamName } from '../../lib/upstream/upstreams.ts';
import { API_OF, SEEDED } from '../generate/examples.ts';
import { localize, toParameterName, toPath, toSentence } from '../generate/names.ts';
import { closeSchema, sampleValue } from '../generate/sample-value.ts';
import type { Part, Published } from './read-definition.ts';

/** Characters of a schema that a response is described by, as JSON. */
const MAX_SCHEMA_LENGTH = 16_000;

/** Returns the example, and a note where a response is too large to be described. */
export function composeExample(published: Published, upstream: UpstreamName) {
  const { method, parameters, body, document, operation, example, flatten } = published;
  const sample = (schema: Part, name?: string) => sampleValue(close(schema, flatten, 9).schema, name);
  const given: Part = localize(example['parameters'] ?? {});
  const listValues = (place: string) =>
    parameters.flatMap(({ in: own, name, required, schema }) => {
      const key = own === 'path' ? toParameterName(name) : name;
      const value = () => SEEDED[key] ?? given[name] ?? sample(schema, key.replace(/(?:Id|Name)$/, ''));
      return own === place && required ? [[key, String(value())] as const] : [];
    });
  const params = Object.fromEntries(listValues('path'));
  const query: Record<string, string> = Object.fromEntries(listValues('query'));
  if ('api-version' in query) query['api-version'] = String(document['info'].version);
  const headers = listValues('header').some(([name]) => /^if-match$/i.test(name)) ? { 'if-match': '*' } : undefined;
  const sent = body && (given[body['name']] ?? (body['required'] ? sample(body['schema']) : undefined));
  const { response, levels } = composeResponse(
    published,
    upstream === 'arm' ? fill(toPath(published.path), params) : undefined,
  );
  const shown = {
    description: toSentence(operation['description'] ?? operation['summary'] ?? ''),
    ...{ api: API_OF[upstream], method, path: toPath(published.path) },
    apiVersions: 'api-version' in query ? [query['api-version']] : undefined,
    request: { params, query, headers, body: sent },
    response,
  };
  const note = `response: described ${levels} levels deep; what is below is not described`;
  return { example: shown, notes: levels === undefined ? [] : [note] };
}

/** Describes a schema as deep as the limit allows; `levels` if that is less than it goes. */
function close(schema: Part, flatten: Published['flatten'], max: number): { schema: Part; levels?: number } {
  let closed = closeSchema(schema, flatten, 1);
  for (let levels = 2; levels <= max; levels++) {
    const deeper = closeSchema(schema, flatten, levels);
    if (JSON.stringify(deeper).length > MAX_SCHEMA_LENGTH) return { schema: closed, levels: levels - 1 };
    closed = deeper;
  }
  return { schema: closed };
}

/** `id`: that of a resource of the management API. */
function composeResponse({ responses, example, flatten, isList }: Published, id?: string) {
  const successes = Object.entries(responses);
  const [status = '200', own] = successes.find(([, body]) => body) ?? successes[0] ?? [];
  if (!own) return { response: { status: Number(status) } };
  const { schema, levels } = close(own, flatten, 4);
  const given =
    example['responses']?.[status]?.body ?? sampleValue({ type: 'object', ...schema }, 'text', { isWhole: true });
  const body: Part = localize(given);
  const identity = id !== undefined && 'id' in body && { id, name: id.replace(/^.*\//, '') };
  const shown = isList ? { value: (body['value'] ?? []).slice(0, 3) } : { ...body, ...identity };
  return { response: { status: Number(status), body: shown, schema }, levels };
}
