/** The example of an operation: the definition's own where it has one, in the names and with the resources of the local stack. */
import { fill } from '../../dev/upstream/example-files.ts';
import type { UpstreamName } from '../../lib/upstream/upstreams.ts';
import { APIS, SEEDED } from '../generate/examples.ts';
import { localize, toParameterName, toPath, toSentence } from '../generate/names.ts';
import { closeSchema, sampleValue } from '../generate/sample-value.ts';
import type { Part, Published } from './read-definition.ts';

export function composeExample(published: Published, upstream: UpstreamName) {
  const { method, parameters, body, document, operation, example, flatten } = published;
  const sample = (schema: Part, name?: string) => sampleValue(closeSchema(schema, flatten, 8), name);
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
  return {
    description: toSentence(operation['description'] ?? operation['summary'] ?? ''),
    ...{ api: APIS[upstream], method, path: toPath(published.path) },
    apiVersions: 'api-version' in query ? [query['api-version']] : undefined,
    request: { params, query, headers, body: sent },
    response: composeResponse(published, upstream === 'arm' ? fill(toPath(published.path), params) : undefined),
  };
}

/** `id`: that of a resource of the management API. */
function composeResponse({ responses, example, flatten, isList }: Published, id?: string) {
  const successes = Object.entries(responses);
  const [status = '200', schema] = successes.find(([, body]) => body) ?? successes[0] ?? [];
  if (!schema) return { status: Number(status) };
  const described = closeSchema(schema, flatten, 3);
  const given = example['responses']?.[status]?.body ?? sampleValue(described, 'text', { isWhole: true });
  const body: Part = localize(given);
  const own = id !== undefined && 'id' in body && { id, name: id.replace(/^.*\//, '') };
  const shown = isList ? { value: (body['value'] ?? []).slice(0, 3) } : { ...body, ...own };
  return { status: Number(status), body: shown, schema: described };
}
