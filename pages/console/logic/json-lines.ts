/** Finds the lines of the members of a JSON text, to show an issue at its line. */

/** Returns a path as in the API's errors: `properties.outputs[0].name`; empty for the whole value. */
export function toPath(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${String(step)}`),
    '',
  );
}

/** Returns the line, from 1, at which each member of a valid JSON text starts, by path. */
export function findLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g);
  let line = 1;
  const next = (): string => {
    const { value } = tokens.next();
    if (value?.[0] !== '\n') return value?.[0] ?? '';
    line += 1;
    return next();
  };

  function readValue(token: string, steps: readonly PropertyKey[]): void {
    if (!lines.has(toPath(steps))) lines.set(toPath(steps), line);
    if (token === '{') readMembers(steps);
    if (token === '[') readElements(steps);
  }

  function readMembers(steps: readonly PropertyKey[]): void {
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token === ',') continue;
      const member = [...steps, JSON.parse(token) as string];
      lines.set(toPath(member), line);
      next();
      readValue(next(), member);
    }
  }

  function readElements(steps: readonly PropertyKey[]): void {
    let index = 0;
    for (let token = next(); token !== ']' && token !== ''; token = next()) {
      if (token === ',') index += 1;
      else readValue(token, [...steps, index]);
    }
  }

  readValue(next(), []);
  return lines;
}

/** Returns the line of a path, or of its nearest parent if the member is missing. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ''; at = at.replace(/(?:\.|^)[^.[\]]+$|\[\d+\]$/, '')) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return lines.get('') ?? 1;
}
