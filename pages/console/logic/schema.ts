/** Checks a value against the schemas of the OpenAPI document before it is sent, and finds its secrets. */
import { listPatterns, mayBeNull, resolve, type Schemas } from '../../docs/logic/describe-schema.ts';
import type { Schema } from '../../docs/logic/document.ts';

export interface Issue {
  /** As in the API's errors; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** The schema of a body, with those that it refers to. */
export interface BodySchema {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

export function formatBody(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

export type Steps = readonly (string | number)[];
export type Json = Readonly<Record<string, unknown>>;

/** Returns a path as in the API's errors: `properties.outputs[0].name`; empty for the whole value. */
export function toPath(steps: Steps): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${step}`),
    '',
  );
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns every member that is wrong. */
export function findIssues(schema: Schema, schemas: Schemas, value: unknown, steps: Steps = []): readonly Issue[] {
  const issue = (message: string): readonly Issue[] => [{ path: toPath(steps), message }];
  if (value === null && mayBeNull(schema, schemas)) return [];
  const kind = choose(schema, schemas, value);
  if (kind === undefined) return [];
  const message = findFault(kind, value);
  if (message !== undefined) return issue(message);
  if (Array.isArray(value))
    return value.flatMap((each, index) => findIssues(kind.items ?? {}, schemas, each, [...steps, index]));
  if (!isObject(value)) return [];
  const missing = (kind.required ?? []).filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => ({ path: toPath([...steps, name]), message: 'is required' })),
    ...Object.entries(kind.properties ?? {}).flatMap(([name, member]) =>
      value[name] === undefined ? [] : findIssues(member, schemas, value[name], [...steps, name]),
    ),
  ];
}

/** Returns the schema of the value's kind; undefined if a kind is not known: the service decides. */
function choose(schema: Schema, schemas: Schemas, value: unknown): Schema | undefined {
  const resolved = resolve(schema, schemas);
  if (resolved.anyOf === undefined) return resolved;
  const kinds = listKinds(resolved, schemas);
  if (isObject(value)) return kinds.find((kind) => kind.properties?.['type']?.const === value['type']);
  return kinds.find((kind) => findFault(kind, value) === undefined) ?? kinds[0];
}

function listKinds(schema: Schema, schemas: Schemas): readonly Schema[] {
  const { anyOf, ...rest } = resolve(schema, schemas);
  return anyOf === undefined ? [rest] : anyOf.flatMap((each) => listKinds(each, schemas));
}

function toType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** Returns what is wrong with the value itself. */
function findFault(schema: Schema, value: unknown): string | undefined {
  const types = [schema.type].flat().filter((type) => type !== undefined);
  const actual = toType(value);
  const isType = types.some((type) => type === actual || (type === 'integer' && Number.isInteger(value)));
  if (types.length > 0 && !isType) return `must be ${types.join(' or ')}`;
  if (schema.const !== undefined && value !== schema.const) return `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`;
  if (typeof value === 'string') return findTextFault(schema, value);
  if (typeof value === 'number') return findRangeFault(value, schema.minimum, schema.maximum);
  return Array.isArray(value) ? findRangeFault(value.length, schema.minItems, schema.maxItems, ' elements') : undefined;
}

function findTextFault(schema: Schema, text: string): string | undefined {
  const { format, minLength, maxLength } = schema;
  const [failed] = listPatterns(schema).filter(([each]) => !new RegExp(each, 'u').test(text));
  if (failed !== undefined) return `must be ${failed[1]}`;
  if (format === 'date-time' && Number.isNaN(Date.parse(text))) return 'must be a time such as 2026-11-22T17:00:00Z';
  return findRangeFault(text.length, minLength, maxLength, ' characters');
}

function findRangeFault(size: number, least?: number, most?: number, unit = ''): string | undefined {
  if (size === 0 && least === 1 && unit !== '') return 'must not be empty';
  const verb = unit === '' ? 'be' : 'have';
  if (least !== undefined && size < least) return `must ${verb} at least ${least}${unit}`;
  return most !== undefined && size > most ? `must ${verb} at most ${most}${unit}` : undefined;
}

/** Returns the schema of the member at a path; an empty one if there is none. */
export function findMember(schema: Schema, schemas: Schemas, path: string): Schema {
  return path
    .split('.')
    .reduce<Schema>((at, name) => resolve(resolve(at, schemas).properties?.[name] ?? {}, schemas), schema);
}

/** Returns the paths of a body's members with a plain value, two levels deep. */
export function listPaths({ schema, schemas }: BodySchema, prefix = ''): readonly string[] {
  const members = Object.entries(resolve(schema, schemas).properties ?? {});
  return members.flatMap(([name, member]) => {
    const kind = resolve(member, schemas);
    const path = prefix + name;
    // What may be any value is written as JSON.
    if (kind.readOnly || member.readOnly || kind.writeOnly || kind.items || (kind.type ?? kind.enum) === undefined)
      return [];
    if (kind.properties) return prefix === '' ? listPaths({ schema: kind, schemas }, `${path}.`) : [];
    return [path];
  });
}

/** Ways to sign in that need no secret beside them. */
const MODES_WITHOUT_SECRET = ['Msi', 'UserToken'];

/** Names of secrets in maps, whose members no schema describes. */
const SECRET_NAME = /(?:[sS]ecret|[pP]assword|[tT]oken|Key)$/;

type MapSecret = (secret: unknown, path: string) => unknown;

/** Returns the value with each of its secrets replaced, also those that its objects may have and lack; undefined leaves one out. */
export function mapSecrets({ schema, schemas }: BodySchema, value: unknown, map: MapSecret): unknown {
  const walk = (at: Schema, each: unknown, steps: Steps): unknown => {
    if (at.writeOnly) return map(each, toPath(steps));
    const kind = choose(at, schemas, each) ?? {};
    if (Array.isArray(each)) return each.map((one, index) => walk(kind.items ?? {}, one, [...steps, index]));
    if (!isObject(each)) return each;
    const needsNone = MODES_WITHOUT_SECRET.includes(String(each['authenticationMode']));
    const { properties = {} } = kind;
    const lacking = Object.keys(properties).filter((name) => !(name in each) && properties[name]?.writeOnly);
    const members = [...Object.keys(each), ...(needsNone ? [] : lacking)].map((name) => {
      const isSecret = properties[name] === undefined && SECRET_NAME.test(name);
      return [name, walk(properties[name] ?? { writeOnly: isSecret }, each[name], [...steps, name])];
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return walk(schema, value, []);
}

/** Returns the paths of the secrets that the objects of a value may have and lack. */
export function findMissingSecrets(body: BodySchema, value: unknown): readonly string[] {
  const paths: string[] = [];
  mapSecrets(body, value, (secret, path) => {
    if (secret === undefined || secret === null) paths.push(path);
    return secret;
  });
  return paths;
}

/** Returns the value without the members that the service sets and without nulls, as it is edited. */
export function toEditable(schema: Schema, schemas: Schemas, value: unknown): unknown {
  const kind = choose(schema, schemas, value) ?? {};
  if (Array.isArray(value)) return value.map((each) => toEditable(kind.items ?? {}, schemas, each));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const described = kind.properties?.[name];
    const isSet = member === null || described?.readOnly || (described && resolve(described, schemas).readOnly);
    return isSet ? [] : [[name, toEditable(described ?? {}, schemas, member)] as const];
  });
  return Object.fromEntries(members);
}
