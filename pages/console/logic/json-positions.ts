/** Finds the members of a JSON text, to show an issue where it is. */

/** A part of a text. */
export interface Position {
  /** From 1. */
  readonly line: number;
  /** Offsets in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** Returns a path as in the API's errors: `properties.outputs[0].name`; empty for the whole value. */
export function toPath(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${String(step)}`),
    '',
  );
}

interface Token extends Position {
  readonly text: string;
}

/** The first token that cannot be there. */
export class SyntaxIssue extends Error {
  readonly position: Position;

  constructor({ line, from, to }: Token) {
    super('is not valid JSON');
    this.position = { line, from, to };
  }
}

const TOKENS = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|["\n]/g;
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * Returns where each member is, by path: its name, or an element's value, and a value after it that is no object or list.
 * @throws {SyntaxIssue} If the text is not JSON.
 */
export function findPositions(text: string): ReadonlyMap<string, Position> {
  const walk = new Walk(text);
  walk.readAll();
  return walk.positions;
}

class Walk {
  readonly positions = new Map<string, Position>();
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = listTokens(text);
  }

  readAll(): void {
    this.#readValue([]);
    if (this.#peek().text !== '') this.#fail();
  }

  #peek(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #fail(): never {
    throw new SyntaxIssue(this.#peek());
  }

  #next(expected?: string): Token {
    const token = this.#peek();
    if (expected !== undefined && token.text !== expected) this.#fail();
    this.#at += 1;
    return token;
  }

  #readValue(steps: readonly PropertyKey[], name?: Token): void {
    const token = this.#peek();
    const isNested = token.text === '{' || token.text === '[';
    if (!isNested && !SCALAR.test(token.text)) this.#fail();
    const { line, from } = name ?? token;
    this.positions.set(toPath(steps), { line, from, to: isNested && name ? name.to : token.to });
    this.#next();
    if (token.text === '{') this.#readList('}', () => this.#readMember(steps));
    if (token.text === '[') this.#readList(']', (index) => this.#readValue([...steps, index]));
  }

  #readMember(steps: readonly PropertyKey[]): void {
    const name = this.#peek();
    if (!(name.text.startsWith('"') && SCALAR.test(name.text))) this.#fail();
    this.#next();
    this.#next(':');
    this.#readValue([...steps, toName(name.text)], name);
  }

  #readList(end: string, readElement: (index: number) => void): void {
    for (let index = 0; this.#peek().text !== end; index++) {
      if (index > 0) this.#next(',');
      readElement(index);
    }
    this.#next(end);
  }
}

/** The last one is empty: the end of the text. */
function listTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '\n') line += 1;
    else tokens.push({ text: token, line, from: index, to: index + token.length });
  }
  return [...tokens, { text: '', line, from: text.length, to: text.length }];
}

/** A name with an escape that JSON does not have stays as it is written. */
function toName(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

/** Returns the position of a path, or of its nearest parent if the member is missing. */
export function positionOf(positions: ReadonlyMap<string, Position>, path: string): Position {
  const position = positions.get(path);
  if (position) return position;
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0);
  return path === '' ? { line: 1, from: 0, to: 0 } : positionOf(positions, path.slice(0, end));
}
