/** A request of the live panel as a command, for an editor, and as a call of the client. */
import { toProfilePath } from '../../../client/src/client.ts';
import { ROUTES } from '../../../client/src/schema.ts';
import { quote, toLiteral } from '../../docs/logic/samples.ts';
import { findOperation, findView } from '../operations.ts';
import { type Query, toHref } from './address.ts';
import { toScopeQuery } from './kind.ts';
import { KINDS } from './kinds.ts';
import { type LiveRow, readParameters } from './live-rows.ts';
import { type BodySchema, formatBody, mapSecrets } from './schema.ts';

/** Where a request goes, and what it sends. */
interface Sent {
  readonly origin: string;
  readonly profile: 'vendor' | 'microsoft';
  /** What `markSecrets` returns; undefined without a body, or if another client sent it. */
  readonly body?: unknown;
}

/** A secret's place in a body, with the name of the variable that holds it. */
const MARKS = /§(\w+)§/g;

/** Returns a body whose secrets are named: no secret is copied. */
export function markSecrets(schema: BodySchema, body: string): unknown {
  const names: string[] = [];
  return mapSecrets(schema, JSON.parse(body), (secret, path) => {
    const name = (/\w+$/.exec(path)?.[0] ?? 'secret').replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
    const count = names.push(name) && names.filter((each) => each === name).length;
    return secret === undefined ? undefined : `§${count > 1 ? `${name}_${count}` : name}§`;
  });
}

/** The shell says which variable is missing. Of another client's request only the path is known, in the specification's names. */
export function toCurl(row: LiveRow, { origin, profile, body }: Sent): string {
  const { method, sent } = row;
  const isUnknown = sent === undefined && ['POST', 'PUT', 'PATCH'].includes(method);
  const data = quote(formatBody(body) ?? '').replace(MARKS, (_, name: string) => `'"\${${name}:?}"'`);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(origin + toPath(row, profile))}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(sent?.headers ?? {}).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${data}`]),
    ...(isUnknown ? ['--data @body.json'] : []),
  ].join(' \\\n  ');
}

/** For the REST clients of editors; variables are in double braces. */
export function toHttp(row: LiveRow, { origin, profile, body }: Sent): string {
  const headers = Object.entries(row.sent?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const data = body === undefined ? [] : ['', formatBody(body).replace(MARKS, '{{$1}}')];
  const head = `${row.method} ${origin}${toPath(row, profile)}`;
  return [head, 'authorization: Bearer {{token}}', ...headers, ...data].join('\n');
}

function toPath({ sent, resource, title }: LiveRow, profile: Sent['profile']): string {
  return sent?.path ?? toProfilePath(resource, profile) + toVersion(title);
}

function toVersion(operation: string): string {
  const routes: Readonly<Record<string, { readonly method: string; readonly apiVersion?: string }>> = ROUTES;
  const version = routes[operation]?.apiVersion;
  return version === undefined ? '' : `?api-version=${version}`;
}

/** Returns the call of `@frontdesk/client`; undefined for a request that the client has no method for. */
export function toClientCode(row: LiveRow, body?: unknown): string | undefined {
  const { title, sent } = row;
  if (!(title in ROUTES)) return undefined;
  const query = sent?.path.split('?')[1] ?? '';
  const given = [...new URLSearchParams(query)].filter(([name]) => name !== 'api-version');
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = sent?.headers ?? {};
  const input = {
    ...readParameters(row),
    ...Object.fromEntries(given),
    ...{ ...(ifMatch && { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }), ...(body !== undefined && { body }) },
  };
  const text = toLiteral(input).replace(/'§(\w+)§'/g, "process.env.$1 ?? ''");
  return `const { body: result } = await client.${title}(${text});`;
}

/** Returns the address where the console has an operation, with the values of its parameters; undefined if it has no view of it. */
export function toViewHref(operation: string, values: Query): string | undefined {
  const view = findView(operation);
  if (view === undefined || view.id === operation) return view && toHref(view.id, values);
  const kind = KINDS.find(({ id }) => id === view.id);
  if (kind) return toHref(view.id, toScopeQuery(kind, values));
  const template = findOperation(operation).path.replace(/\/providers\/[^/]+\.ResourceHealth\/.*$/i, '');
  const target = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return target.startsWith('/subscriptions') ? toHref('health-events', { in: target }) : toHref(view.id);
}
