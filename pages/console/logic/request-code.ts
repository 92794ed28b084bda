/** A request of the live panel as a command and as a call of the client. */
import { toProfilePath } from '../../../client/src/client.ts';
import { ROUTES } from '../../../client/src/schema.ts';
import { DESCRIBED, findOperation, findView } from '../operations.ts';
import { type Query, toHref } from './address.ts';
import { toScopeQuery } from './kind.ts';
import { KINDS } from './kinds.ts';
import { type LiveRow, toPattern } from './live-rows.ts';

/** Of another client's request only the path is known, in the specification's names. */
export function toCurl(row: LiveRow, origin: string, profile: 'vendor' | 'microsoft'): string {
  const { method, sent } = row;
  const hasBody = sent?.hasBody ?? ['POST', 'PUT'].includes(method);
  const path = sent?.path ?? toProfilePath(row.resource, profile) + toVersion(row.title);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(origin + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(sent?.headers ?? {}).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasBody ? ['--data @body.json'] : []),
  ].join(' \\\n  ');
}

function toVersion(operation: string): string {
  const routes: Readonly<Record<string, { readonly method: string; readonly apiVersion?: string }>> = ROUTES;
  const version = routes[operation]?.apiVersion;
  return version === undefined ? '' : `?api-version=${version}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the call of `@frontdesk/client`; undefined for a request that the client has no method for. */
export function toClientCode({ title, resource, sent }: LiveRow): string | undefined {
  const operation = DESCRIBED.find(({ name }) => name === title);
  if (operation === undefined || !(title in ROUTES)) return undefined;
  const [path = '', query = ''] = (sent?.path ?? resource).split('?');
  const names = toPattern(operation.path).exec(path)?.groups ?? {};
  const given = [...new URLSearchParams(query)].filter(([name]) => name !== 'api-version');
  const members = [...Object.entries(names), ...given].map(
    ([name, value]) => `  ${/^[\w$]+$/.test(name) ? name : `'${name}'`}: ${JSON.stringify(decodeURIComponent(value))},`,
  );
  const body = sent?.hasBody ? ['  body,'] : [];
  return `const { body: result } = await client.${title}({\n${[...members, ...body].join('\n')}\n});`;
}

/** Returns the address where the console shows the same; undefined if it has no view of the operation. */
export function toRowHref({ title, resource, sent }: LiveRow): string | undefined {
  const template = DESCRIBED.find(({ name }) => name === title)?.path ?? '';
  const [path = ''] = (sent?.path ?? resource).split('?');
  const values = Object.entries(toPattern(template).exec(path)?.groups ?? {});
  return toViewHref(title, Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)])));
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
