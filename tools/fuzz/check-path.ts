/** What every upstream path is, whatever its values: the prefix and the number of segments stay. Source: RFC 3986 3.3, 6.2.2. */
import { deepStrictEqual as expectEqual } from 'node:assert/strict';

/** Throws an AssertionError unless the path is the template's, segment by segment, with each value in its place for every reader. */
export function checkPath(path: string, template: string, params: Readonly<Record<string, string>>): void {
  expectEqual(new URL(path, 'http://upstream').pathname, path, 'No reader normalises the path to another.');
  const segments = path.split('/');
  const places = template.split('/');
  expectEqual(segments.length, places.length, 'The number of segments stays.');
  places.forEach((place, index) => {
    const due = place.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    expectEqual(decodeURIComponent(segments[index] as string), due, 'Each segment is its own value.');
    if (due === place) expectEqual(segments[index], place);
  });
}
