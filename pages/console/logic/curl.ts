/** A request of the live panel as a command. */
import { ROUTES } from '../../../client/src/schema.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import type { LiveRow } from './live-rows.ts';

/** Returns a JSON text with `***` for each secret; nothing of another text. */
export function omitSecrets(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (name, value) => (isSecretName(name) ? '***' : value)));
  } catch {
    return '';
  }
}

/**
 * Returns the command. Of another client's request only the path is known, in the names of `toPath`'s profile; of its poll not
 * even that.
 */
export function toCurl(row: LiveRow, origin: string, toPath: (path: string) => string): string | undefined {
  const { method, sent, isPoll } = row;
  if (sent === undefined && isPoll) return undefined;
  const hasBody = sent ? sent.body !== undefined : ['POST', 'PUT'].includes(method);
  const path = sent?.path ?? toPath(row.resource) + toQuery(row);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(origin + path)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(sent?.headers ?? {}).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasBody ? [`--data ${quote(sent?.body ?? '@body.json')}`] : []),
  ].join(' \\\n  ');
}

function toQuery({ record }: LiveRow): string {
  const routes: Readonly<Record<string, { readonly method: string; readonly apiVersion?: string }>> = ROUTES;
  const version = routes[record?.operation ?? '']?.apiVersion;
  return version === undefined ? '' : `?api-version=${version}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
