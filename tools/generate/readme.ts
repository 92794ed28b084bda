/** The table of operations in the README. */
import type { Operation } from '../../lib/operation.ts';

const TABLE = /(?<=\| operation \| route .*\n\|---\|---\|---\|\n)(?:\|.*\n)+/;

export function composeReadme(operations: readonly Operation[], readme: string): string {
  let shown = '';
  const rows = operations.map(({ summary, method, path, access, isLifecycle }) => {
    const route = shorten(path, shown);
    if (route === path) shown = path;
    const text = summary.slice(0, 1).toLowerCase() + summary.slice(1);
    return `| ${text}${isLifecycle ? ' ¹' : ''} | \`${method} ${route}\` | \`${access.role}\` |\n`;
  });
  return readme.replace(TABLE, rows.join(''));
}

/** Returns the path, or only its end where the last whole path began with the same four segments or more. */
function shorten(path: string, shown: string): string {
  const segments = path.split('/');
  const before = shown.split('/');
  const differing = segments.findIndex((segment, at) => segment !== before[at]);
  const common = differing < 0 ? segments.length : differing;
  if (common <= 4) return path;
  const from = segments.findLastIndex((segment, at) => at < common && !segment.startsWith('{'));
  return `…/${segments.slice(from).join('/')}`;
}
