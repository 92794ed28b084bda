/** Where the members of a JSON text stand, so that what is wrong with one can be shown at its line. */

/** Answers the path of a member as the API writes it: `properties.outputs[0].name`; the empty text is the whole. */
export function toPath(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${String(step)}`),
    '',
  );
}

/** Answers the line, from 1, at which each member of a valid JSON text starts, by its path. */
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

/** Answers the line of a path, or of the nearest member around it: what is missing has no line of its own. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ''; at = at.replace(/(?:\.|^)[^.[\]]+$|\[\d+\]$/, '')) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return lines.get('') ?? 1;
}
