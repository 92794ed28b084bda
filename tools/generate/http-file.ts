/** docs/frontdesk.http: the sample of each operation as a request of an editor's HTTP client. */
import { fillPath } from '../../lib/http/path.ts';
import type { Operation } from '../../lib/operation.ts';
import { listSamples } from '../openapi/samples.ts';

/** What is before the first operation's request is written by hand, and its variables are used where they can be. */
export function composeHttpFile(operations: readonly Operation[], text: string): string {
  const [head = ''] = text.split(/(?<=\n)(?=### .*\n# @name (?!issueToken|batch|healthz|readyz))/);
  const variables = [...head.matchAll(/^@(\w+) = (\/.*)$/gm)];
  const requests = operations.map(composeRequest).join('\n');
  return `${head}${variables.reduce((all, [, name, value = '']) => all.replaceAll(value, `{{${name}}}`), requests)}`;
}

function composeRequest({ name, summary, method, path }: Operation): string {
  const { params = {}, query = {}, headers = {}, body } = listSamples('Vendor')[name] ?? {};
  const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURI(value)}`);
  const lines = [
    `### ${summary}`,
    `# @name ${name}`,
    `${method} {{frontdesk}}${fillPath(path, params)}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    'Authorization: Bearer {{token}}',
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(body, undefined, 2)]),
  ];
  return `${lines.join('\n')}\n`;
}
