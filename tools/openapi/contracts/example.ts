/** The body of a response of which there is only an example, or the schema of its published definition. */
import * as z from 'zod';
import { readExamples } from '../../../dev/upstream/example-files.ts';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { type Member, type OpenObject, requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import type { RequiredMembers } from '../../../lib/upstream/accept-response.ts';
import { toPascal } from '../../generate/names.ts';
import { response } from './response.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const described = new Map<string, OpenObject>();

/** Returns the same schema each time, because a document names each schema once. Its required members are those of the definition. */
export function describeExample({ name, responses, returnsSecret }: CompiledOperation): OpenObject {
  const known = described.get(name);
  if (known) return known;
  const example = readExamples().find(({ operation }) => operation === name);
  const { body = {}, schema = inferSchema(body) } = example?.response ?? {};
  const [required = []] = Object.values(responses).filter((members) => members !== null);
  const object = response.object(
    `${toPascal(name)}Response`,
    toMembers((returnsSecret ? schema : hideSecrets(schema)) as Schema, required),
  );
  described.set(name, object);
  return object;
}

function toMembers({ properties = {} }: Schema, required: RequiredMembers) {
  const names = 'list' in required ? [required.list] : required;
  const all = { ...Object.fromEntries(names.map((name) => [name, {}])), ...properties };
  return Object.fromEntries(
    Object.entries(all).map(([name, member]): [string, Member] => {
      const type =
        'list' in required && name === required.list
          ? toList(member as Schema, required.each)
          : z.fromJSONSchema(member as Schema);
      return [name, names.includes(name) ? requiredInResponse(type as z.ZodType) : (type as z.ZodType)];
    }),
  );
}

function toList({ items = {} }: Schema, required: readonly string[]) {
  return z.array(response.inline(toMembers(items as Schema, required)));
}

/** Marks the members that are redacted by their names as never returned. */
function hideSecrets(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(hideSecrets);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...others } = schema as Schema;
  const parts = Object.entries(others).map(([name, part]) => [name, hideSecrets(part)]);
  const members = Object.entries(properties ?? {}).map(([name, part]) => [
    name,
    isSecretName(name) ? { ...(part as Schema), writeOnly: true } : hideSecrets(part),
  ]);
  return { ...Object.fromEntries(parts), ...(properties && { properties: Object.fromEntries(members) }) };
}

/** Returns a schema of the example's members and their types. */
function inferSchema(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? inferSchema(value[0]) : {} };
  if (typeof value === 'object' && value !== null) {
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inferSchema(member)])),
    };
  }
  return value === null ? {} : { type: typeof value as 'string' };
}
