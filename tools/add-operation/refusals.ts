/** Why an operation is refused. All reasons are said at once. */
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { CliError } from '../access/cli.ts';
import { toPath } from '../generate/names.ts';
import type { Part, Published } from './read-definition.ts';

/** The closed list of reasons, each with what is so or what to do. */
export const REASONS = {
  method: 'Frontdesk serves GET, PUT, PATCH, POST and DELETE.',
  body: 'Frontdesk sends JSON only.',
  parameter: 'It is required, and Frontdesk does not send it.',
  path: 'A parameter takes one segment. For {scope} add --scope PATH, such as /subscriptions/{subscriptionId}.',
  route: 'Another function serves such a path.',
  response: 'Frontdesk returns JSON objects only.',
  pages: 'Frontdesk follows the links of the service only.',
  secret: 'Add --secrets returned, with no-store, or --secrets redacted.',
  'unknown secret': 'Add its name to lib/contracts/secret-names.ts, or --secrets returned.',
} as const;

/** A reason, and what it is about. */
export type Refusal = readonly [reason: keyof typeof REASONS, about: string];

/** Says all reasons, in lines. */
export class RefusedError extends CliError {
  readonly refusals: readonly Refusal[];

  constructor(id: string, refusals: readonly Refusal[]) {
    const reasons = [...new Set(refusals.map(([reason]) => reason))];
    const lines = reasons.map((reason) => {
      const abouts = refusals.filter(([own]) => own === reason).map(([, about]) => about);
      return `  ${abouts.join('; ')}. ${REASONS[reason]}`;
    });
    super([`${id} is refused:`, ...lines].join('\n'), 2);
    this.refusals = refusals;
  }
}

export type Secrets = 'returned' | 'redacted' | undefined;

interface Served {
  readonly method: string;
  readonly route: string;
}

/** `routes`: those that are served. */
export function listRefusals(
  published: Published,
  upstream: UpstreamName,
  secrets: Secrets,
  routes: readonly Served[],
): Refusal[] {
  const { method, media, path, parameters, isList, operation, body } = published;
  const { nextLink, key }: UpstreamEntry = UPSTREAMS[upstream];
  const wide = parameters.filter((each) => each['in'] === 'path' && each['x-ms-skip-url-encoding']);
  const own = toPath(path);
  const pages = operation['x-ms-pageable'] ?? {};
  const refusals: (Refusal | false)[] = [
    !/^(?:GET|PUT|PATCH|POST|DELETE)$/.test(method) && ['method', `It is called by ${method}`],
    media.request.length > 0 && !body && ['body', `It takes ${media.request.join(', ')}`],
    ...parameters
      .filter((each) => each['required'] && !isSent(each, key?.header.microsoft))
      .map((each): Refusal => ['parameter', `${each['in']} ${each['name']}`]),
    (wide.length > 0 || !/^\/(?!\{)(?:[^{}?#*]|\{\w+\})+$/.test(own)) && ['path', own],
    ...routes
      .filter((route) => mayBeTaken(route, method, own))
      .map(({ route }): Refusal => ['route', `${own} and ${route}`]),
    ...listUnreadable(published).map((about): Refusal => ['response', about]),
    isList && (pages.nextLinkName ?? nextLink) !== nextLink && ['pages', `Its pages have ${pages.nextLinkName}`],
    isList && !hasValue(published) && ['pages', `Its list is not in the member value`],
    ...listSecretRefusals(published, secrets),
  ];
  return refusals.filter((each) => each !== false);
}

/** A header may be the upstream's key, or have one value. */
export function isSent(
  { in: place, name, schema, style, explode, collectionFormat }: Part,
  keyHeader?: string,
): boolean {
  if (place === 'path') return true;
  const isRepeated = schema.type === 'array' && (collectionFormat === 'multi' || (explode ?? style !== undefined));
  if (place === 'query') return schema.type !== 'object' && !schema.properties && style !== 'deepObject' && !isRepeated;
  return (
    place === 'header' &&
    (SENT.test(name) || name.toLowerCase() === keyHeader?.toLowerCase() || schema.enum?.length === 1)
  );
}

/** Frontdesk sends them, or has its own rules for them. */
const SENT = /^(?:if-(?:none-)?match|accept|content-type|authorization|(?:x-ms-)?client-request-id)$/i;

/** A read has to be an object; of a write anything else would be left out. */
function listUnreadable({ method, responses, media, flatten }: Published): string[] {
  const all = Object.entries(responses);
  const other = media.responses.filter(([status, types]) => types.length > 0 && responses[status] === null);
  const shapes = all.flatMap(([status, schema]) => {
    const { type, properties } = flatten(schema ?? {}).value;
    return type && type !== 'object' && !properties ? [`${status} is a ${type}`] : [];
  });
  const isEmpty = method === 'GET' && !all.some(([, schema]) => schema);
  return [
    ...other.map(([status, types]) => `${status} is ${types.join(', ')}`),
    ...shapes,
    ...(isEmpty ? ['It returns nothing'] : []),
  ];
}

const hasValue = ({ responses, flatten }: Published) =>
  Object.values(responses).some(
    (schema) => flatten(flatten(schema ?? {}).value['properties']?.value ?? {}).value['type'] === 'array',
  );

/** Whether a path could be that of both. The same path by another method is another operation of the resource. */
function mayBeTaken({ method, route }: Served, own: string, path: string): boolean {
  const [ones, others] = [path, route].map((each) => each.replace(/^\//, '').toLowerCase().split('/')) as [
    string[],
    string[],
  ];
  const toShape = (segments: readonly string[]) => segments.join('/').replace(/\{\w+\}/g, '{}');
  if (toShape(ones) === toShape(others)) return method === own;
  return ones.length === others.length && ones.every((segment, at) => haveCommon(segment, others[at] ?? ''));
}

function haveCommon(one: string, other: string): boolean {
  const parts = [one, other].map((segment) => [segment.replace(/\{.*/, ''), segment.replace(/.*\}/, '')] as const);
  if (!one.includes('{') && !other.includes('{')) return one === other;
  const [[start, end], [otherStart, otherEnd]] = parts as [readonly [string, string], readonly [string, string]];
  const areAlike = (a: string, b: string, at: 'startsWith' | 'endsWith') => a[at](b) || b[at](a);
  return areAlike(start, otherStart, 'startsWith') && areAlike(end, otherEnd, 'endsWith');
}

const SECRET_ACTION = /(?:keys?|connectionstrings?|sas|credentials?|tokens?|secrets?|passwords?)$/i;

function listSecretRefusals(published: Published, secrets: Secrets): Refusal[] {
  const found = listSecrets(published);
  if (secrets === undefined) return found.map(({ about }) => ['secret', about]);
  return secrets === 'returned'
    ? []
    : found.filter(({ isKnown }) => !isKnown).map(({ about }) => ['unknown secret', about]);
}

/** Returns what a response holds by a name or a mark that is that of a secret, or by the name of the action. */
export function listSecrets({ responses, flatten, path, operation, method }: Published) {
  const bodies = Object.values(responses).filter((schema) => schema !== null);
  const found = bodies
    .flatMap((schema) => [...listMembers(schema, flatten)])
    .filter(([, { type }]) => !/^(?:boolean|integer|number)$/.test(type))
    .map(([steps, value]) => ({
      about: `It returns ${steps.join('.')}`,
      isKnown: isSecretName(steps.at(-1) ?? ''),
      value,
    }))
    .filter(({ isKnown, value }) => isKnown || value['x-ms-secret'] || value['format'] === 'password');
  const action = path.split('/').at(-1) ?? '';
  const isNamed = [action, String(operation['operationId'])].some((name) => SECRET_ACTION.test(name));
  if (found.length > 0 || method !== 'POST' || !isNamed || bodies.length === 0) return found;
  return [{ about: `By its name, ${action} returns secrets`, isKnown: false }];
}

/** Lists the members of a response, those inside them too; a schema with a name once. */
function* listMembers(
  schema: Part,
  flatten: Published['flatten'],
  steps: readonly string[] = [],
  seen = new Set<string>(),
): Generator<readonly [steps: readonly string[], value: Part]> {
  const { name, value } = flatten(schema);
  if (steps.length > 8 || (name && seen.has(name))) return;
  if (name) seen.add(name);
  for (const [member, part] of Object.entries<Part>(value['properties'] ?? {})) {
    const own = flatten(part).value;
    if (own['writeOnly'] || own['x-ms-mutability']?.includes('read') === false) continue;
    yield [[...steps, member], own];
    yield* listMembers(part, flatten, [...steps, member], seen);
  }
  const others = [value['items'], value['additionalProperties'], ...(value['anyOf'] ?? value['oneOf'] ?? [])];
  for (const part of others) if (typeof part === 'object') yield* listMembers(part, flatten, steps, seen);
}
