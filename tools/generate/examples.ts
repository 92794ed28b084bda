/** Examples of operations that have none: made from the definition, for the emulator, the documents and the tests. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { companies, managed, resourceGroup, subscriptions } from '../../dev/seed.ts';
import { type ApiName, apiNames, findApi } from '../../dev/upstream/apis.ts';
import { EXAMPLES_FOLDER, type Example } from '../../dev/upstream/example-files.ts';
import type { JsonObject } from '../../dev/upstream/json.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { fillPath } from '../../lib/http/path.ts';
import type { Operation } from '../../lib/operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { mapUpstreams, UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { CliError } from '../access/cli.ts';
import { listSamples } from '../openapi/samples.ts';
import { adaptSchema, type JsonSchema } from '../openapi/schemas.ts';
import { format } from './format.ts';
import { sampleValue } from './sample-value.ts';

/** The emulated API of each upstream: both name the same setting. tools/generate/upstreams.ts names the upstreams without one. */
export const API_OF = mapUpstreams(
  (name) => apiNames.find((api) => findApi(api).address === UPSTREAMS[name].address.setting) as ApiName,
);

/** What the local stack has, by the names of path parameters. */
export const SEEDED: Readonly<Record<string, string>> = {
  subscriptionId: subscriptions.contoso,
  resourceGroupName: resourceGroup,
  serviceName: managed.service,
  apiId: managed.api,
  companyId: companies.contoso,
};

/** Writes the examples that are missing; returns their files. */
export function writeMissingExamples(operations: readonly Operation[]): string[] {
  const samples = listSamples('Vendor');
  return operations
    .filter(({ name }) => !(name in samples))
    .map((operation) => writeExample(operation.name, composeExample(operation)));
}

export function writeExample(name: string, example: Omit<Example, 'operation'>): string {
  const file = join(EXAMPLES_FOLDER, `${name}.json`);
  if (!existsSync(EXAMPLES_FOLDER)) mkdirSync(EXAMPLES_FOLDER);
  writeFileSync(file, format(JSON.stringify(example), file));
  return file;
}

function composeExample(definition: Operation): Omit<Example, 'operation'> {
  const operation = compileOperation(definition, PROFILES.vendor);
  const { method, path, upstream, request } = operation;
  const params = sampleOf(request.params, SEEDED) as Record<string, string>;
  const { apiVersions, preconditions, isBodyOptional } = request;
  const query = {
    ...(apiVersions && { 'api-version': apiVersions[0] as string }),
    ...(request.query && (sampleOf(request.query) as object)),
  };
  const body = request.body && !isBodyOptional ? (sampleOf(request.body) as JsonObject) : undefined;
  return {
    api: API_OF[upstream],
    method,
    path,
    ...(apiVersions && { apiVersions: [...apiVersions] }),
    request: {
      params,
      query,
      ...(preconditions?.ifMatch === 'required' && { headers: { 'if-match': '*' } }),
      ...(body && { body }),
    },
    response: composeResponse(operation, params, body),
  };
}

function composeResponse(
  { responses, path, upstream }: CompiledOperation,
  params: Readonly<Record<string, string>>,
  sent: JsonObject = {},
) {
  const [[status, required] = ['200', null]] = Object.entries(responses);
  if (required === null) return { status: Number(status) };
  const isList = 'list' in required;
  const name = isList ? 'one' : (Object.values(params).at(-1) ?? 'one');
  const own = fillPath(path, params) + (isList ? '/one' : '');
  const known: JsonObject = { id: upstream === 'arm' ? own : name, name, properties: {}, ...sent };
  const members = isList ? required.each : required;
  const resource = Object.fromEntries(members.map((member) => [member, known[member] ?? `${member} of ${name}`]));
  return { status: Number(status), body: isList ? { [required.list]: [resource] } : resource };
}

/** @throws CliError if the schema has a rule that its description does not show. */
function sampleOf(schema: z.ZodType, seeded: Readonly<Record<string, string>> = {}): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', override: adaptSchema }) as JsonSchema;
  const sample = {
    ...(sampleValue(root, 'text', { root }) as object),
    ...pick(seeded, Object.keys(root.properties ?? {})),
  };
  const { error } = schema.safeParse(sample);
  if (error)
    throw new CliError(
      `Add a sample to tools/openapi/samples.ts; ${JSON.stringify(sample)} is not valid: ${z.prettifyError(error)}`,
    );
  return sample;
}

function pick(values: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
