/** Finds what a definition says and neither the files written for it nor what was printed do: the contract is run, and described again. */
import * as z from 'zod';
import * as odataQuery from '../../lib/contracts/odata-query.ts';
import * as pathValues from '../../lib/contracts/path-values.ts';
import * as annotations from '../../lib/contracts/schema/annotations.ts';
import * as resource from '../../lib/contracts/schema/resource.ts';
import * as scalars from '../../lib/contracts/schema/scalars.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import type { Contract } from '../../tools/add-operation/contract.ts';
import type { Part, Published } from '../../tools/add-operation/read-definition.ts';
import { toParameterName } from '../../tools/generate/names.ts';

const KEYWORDS = [
  ...[
    'enum',
    'const',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minProperties', 'maxProperties'],
  ...['not', 'dependentRequired', 'dependentSchemas', 'prefixItems', 'patternProperties', 'propertyNames', 'if'],
];
/** They say how a number is kept, or are a mark of a secret. */
const WITHOUT_RULE = ['int64', 'float', 'double', 'password', 'arm-id'];

interface Composed {
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  readonly contract?: Contract | undefined;
}

/** Returns each drop with its path. */
export function listDrops(published: Published, { files, notes, contract }: Composed): string[] {
  const [definition = ''] = [...files].flatMap(([file, text]) => (file.startsWith('functions/surveyed') ? [text] : []));
  const isNamed = (name: string) =>
    definition.includes(JSON.stringify(name)) || notes.some((note) => note.includes(`${name}: not sent`));
  const own = published.parameters.filter(
    ({ in: place, name }) => place !== 'path' && !KNOWN.test(name) && !isNamed(name),
  );
  const dropped = [
    ...own.map(({ in: place, name }) => `${place} ${name}`),
    ...listParameterDrops(published, definition, notes),
  ];
  if (!contract) return published.body ? [...dropped, 'body'] : dropped;
  const root = z.toJSONSchema(run(contract), { io: 'input', unrepresentable: 'any' }) as Part;
  return [...dropped, ...compare({ published, notes, root, seen: new Set() }, published.body?.['schema'], root, [])];
}

/** Runs the definition that is written, and compares what it says of each parameter. */
function listParameterDrops({ parameters }: Published, definition: string, notes: readonly string[]): string[] {
  const source = definition
    .replace(/^import .*$|^} from .*$/gm, '')
    .replace(/export const \w+ = defineOperation/, 'return ')
    .replace(/\bbody: \w+/, 'body: {}');
  const given = { z, ...annotations, ...scalars, ...odataQuery, ...pathValues };
  const { request = {}, upstream } = new Function(...Object.keys(given), source)(...Object.values(given)) as Part;
  const usual = (UPSTREAMS[upstream as UpstreamName] as UpstreamEntry).pathValue ?? pathValues.pathValue;
  return parameters
    .filter(
      ({ in: place, name }) => /^(?:path|query)$/.test(place) && !/^(?:api-version|\$skiptoken|\$filter)$/i.test(name),
    )
    .filter(({ name }) => !notes.some((note) => note.includes(`${name}: not sent`)))
    .flatMap(({ in: place, name, schema }) => {
      const path = toParameterName(name);
      const own = place === 'query' ? request.query().shape[name] : (request.params?.[path] ?? NAMED[path] ?? usual);
      const ours = resolve(z.toJSONSchema(own, { io: 'input', unrepresentable: 'any' }) as Part, {});
      const isPrinted = (what: string) => notes.some((note) => note.startsWith(`${name}: not checked here: ${what}`));
      return ['type', ...KEYWORDS]
        .filter((what) => isParameterRule(what, schema) && !isParameterRuleSaid(what, ours) && !isPrinted(what))
        .map((what) => `${place} ${name} ${what}`);
    });
}

const NAMED: Readonly<Record<string, z.ZodType>> = pathValues.NAMED_VALUES;

/** Every value is a text; a list without an enum is text between commas. */
function isParameterRule(keyword: string, schema: Part): boolean {
  if (keyword === 'type') return /^(?:integer|number|boolean)$/.test(schema['type']);
  // A list of names has each once.
  if (keyword === 'uniqueItems' && schema['items']?.enum) return false;
  return isRule(keyword, schema) && !(keyword === 'format' && /^(?:int32|password)$/.test(schema['format']));
}

function isParameterRuleSaid(keyword: string, ours: Part): boolean {
  // A GUID has its length.
  if (ours['enum'] || (ours['format'] === 'uuid' && /Length$/.test(keyword))) return true;
  if (keyword === 'type') return ours['type'] === 'integer' || ours['pattern'] !== undefined;
  return isSaid(keyword, ours);
}

/** Relayed, or ruled by Frontdesk itself. */
const KNOWN =
  /^(?:api-version|\$skiptoken|if-(?:none-)?match|accept|content-type|authorization|(?:x-ms-)?client-request-id)$/i;

function run({ text, name }: Contract): z.ZodType {
  const given = { z, ...annotations, ...resource, ...scalars };
  const source = `${text.replace('export const', 'const')}\nreturn ${name};`;
  return new Function(...Object.keys(given), source)(...Object.values(given)).request;
}

interface Comparison {
  readonly published: Published;
  readonly notes: readonly string[];
  /** Holds what `$ref`s lead to. */
  readonly root: Part;
  readonly seen: Set<string>;
}

function compare(comparison: Comparison, schema: Part, written: Part, path: readonly string[]): string[] {
  const { published, notes, root, seen } = comparison;
  const { value, name } = published.flatten(schema);
  const at = path.join('.') || 'body';
  const isPrinted = (what: string) => notes.some((note) => note.startsWith(`${at}: not checked here: ${what}`));
  const isOpen = notes.some((note) => note.startsWith(`${at}: `) && note.endsWith('so anything passes'));
  const key = `${name} ${written['$ref']}`;
  if (isOpen || value['readOnly'] || String(value['x-ms-mutability']) === 'read' || (name && seen.has(key))) return [];
  seen.add(key);
  const ours = resolve(written, root);
  if (ours['oneOf']) return [];
  const lost = KEYWORDS.filter((keyword) => isRule(keyword, value) && !isSaid(keyword, ours) && !isPrinted(keyword));
  const missing = (value['required'] ?? []).filter(
    (member: string) =>
      !isReadOnly(published, value['properties']?.[member]) &&
      !member.startsWith('@odata.') &&
      !ours['required']?.includes(member),
  );
  const closed =
    value['additionalProperties'] === false &&
    value['properties'] &&
    ours['additionalProperties'] !== false &&
    !isPrinted('additionalProperties');
  const inside = [
    ...Object.entries<Part>(value['properties'] ?? {}).map(
      ([member, part]) => [member, part, ours['properties']?.[member]] as const,
    ),
    ...(value['items'] ? [['0', value['items'], ours['items']] as const] : []),
    ...(typeof value['additionalProperties'] === 'object' && !value['properties']
      ? [['*', value['additionalProperties'], ours['additionalProperties']] as const]
      : []),
  ];
  return [
    ...[
      ...lost,
      ...missing.map((member: string) => `required ${member}`),
      ...(closed ? ['additionalProperties'] : []),
    ].map((what) => `${at} ${what}`),
    ...inside.flatMap(([step, part, mine]) => compare(comparison, part, mine ?? {}, [...path, step])),
  ];
}

const isReadOnly = ({ flatten }: Published, part: Part = {}) => {
  const { readOnly, 'x-ms-mutability': mutability } = flatten(part).value;
  return readOnly || String(mutability) === 'read';
};

/** Follows a reference; of an optional member, what it is when it is there. */
function resolve({ $ref, anyOf, allOf = [], ...own }: Part, root: Part): Part {
  if ($ref) return resolve($ref === '#' ? root : root['$defs'][$ref.replace('#/$defs/', '')], root);
  const [first] = (anyOf ?? []).filter((part: Part) => part['type'] !== 'null');
  return Object.assign({ ...own }, ...allOf.map((part: Part) => resolve(part, root)), first && resolve(first, root));
}

function isRule(keyword: string, value: Part): boolean {
  if (keyword === 'format') return value['format'] !== undefined && !WITHOUT_RULE.includes(value['format']);
  if (keyword === 'enum' && value['x-ms-enum']?.modelAsString) return false;
  return value[keyword] !== undefined && value[keyword] !== false;
}

function isSaid(keyword: string, ours: Part): boolean {
  if (keyword === 'format')
    return ['format', 'pattern', 'writeOnly', 'contentEncoding'].some((each) => ours[each] !== undefined);
  if (keyword === 'enum') return ['enum', 'const', 'examples', 'writeOnly'].some((each) => ours[each] !== undefined);
  if (keyword === 'pattern' && ours['format'] !== undefined) return true;
  return ours[keyword] !== undefined || (/^exclusive/.test(keyword) && ours['format'] === 'int32');
}
