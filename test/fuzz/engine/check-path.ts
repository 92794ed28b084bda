/** Checks upstream paths: host, prefix and number of segments stay, whatever the values. Source: RFC 3986 2.3, 3.3, 6.2.2. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';

/** Throws an AssertionError unless every URL parser reads the template's segments with each value in its place. */
export function checkPath(path: string, template: string, params: Readonly<Record<string, string>>): void {
  expectEqual(new URL(path, 'http://upstream').pathname, path, 'Normalization does not change the path.');
  const expected = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  expectEqual(path.split('/'), expected.split('/'), 'Each value is encoded once and stays in its segment.');
  for (const segment of decodeURIComponent(path).split('/')) {
    const read = segment.normalize('NFKC');
    ok(!/[/\\%?#]|^\.{1,2}$/.test(read), 'No character can be taken for a separator.');
  }
}

/** Percent-encodes all but unreserved characters. */
function encode(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
