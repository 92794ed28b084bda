/** What every upstream path is, whatever its values: host, prefix and number of segments stay. Source: RFC 3986 2.3, 3.3, 6.2.2. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';

/** Throws an AssertionError unless the path is the template's, segment by segment, with each value in its place for every reader. */
export function checkPath(path: string, template: string, params: Readonly<Record<string, string>>): void {
  expectEqual(new URL(path, 'http://upstream').pathname, path, 'No reader normalises the path to another.');
  const due = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  expectEqual(path.split('/'), due.split('/'), 'Each segment is its own, each value encoded once.');
  for (const segment of decodeURIComponent(path).split('/')) {
    const read = segment.normalize('NFKC');
    ok(!/[/\\%?#]|^\.{1,2}$/.test(read), 'No reader takes a look-alike for a separator.');
  }
}

/** Leaves what is unreserved as it is, and nothing else. */
function encode(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
