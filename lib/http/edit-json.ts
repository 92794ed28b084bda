/** Edits JSON as text: removes or replaces members in place and keeps every other byte (I7). Every function expects text that JSON.parse accepts. */

/** What to do with a value and the values in it. Values without rules stay unchanged. */
export interface JsonRules {
  /** In an object: rules by member name. */
  readonly members?: ReadonlyMap<string, JsonRules>;
  /** In an array: rules for each element; in an object: for members not named above. */
  readonly each?: JsonRules;
  /** Removes the member or element; a function says so by its JSON text. */
  readonly drop?: true | ((valueText: string) => boolean);
  /** Returns the JSON text that replaces the value's; undefined keeps it. */
  readonly replace?: (valueText: string) => string | undefined;
  /** Keeps the value unchanged, even if `dropMembersNamed` matches it or something in it. */
  readonly keep?: true;
  /** Removes every member with such a name, here and at any depth; read from the outermost rules only. */
  readonly dropMembersNamed?: (name: string) => boolean;
  /** Whether the rules may change the text; read from the outermost rules only. */
  readonly mayApply?: (text: string) => boolean;
}

/** Returns the text with the rules applied; the same string when nothing changed. */
export function editJson(text: string, rules: JsonRules): string {
  if (rules.mayApply?.(text) === false) return text;
  return new Editor(text, rules).edit();
}

/** Walks the text once; the depth of its recursion is that of the text, which is limited before (JsonLimits). */
class Editor {
  readonly #text: string;
  readonly #rules: JsonRules;
  #edited = '';
  /** From here on the text is not copied yet. */
  #from = 0;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  edit(): string {
    this.#editValue(skipSpace(this.#text, 0), this.#rules);
    return this.#from === 0 ? this.#text : this.#edited + this.#text.slice(this.#from);
  }

  #replace(start: number, end: number, replacement = ''): void {
    this.#edited += this.#text.slice(this.#from, start) + replacement;
    this.#from = end;
  }

  /** Returns where the value ends. */
  #editValue(at: number, rules: JsonRules | undefined): number {
    const text = this.#text;
    const mayEdit = this.#rules.dropMembersNamed ?? rules?.members ?? rules?.each;
    const isOpen = text[at] === '{' || text[at] === '[';
    if (isOpen && mayEdit && !rules?.keep && !rules?.replace) return this.#editParts(at, rules);
    const end = skipValue(text, at);
    const replacement = rules?.replace?.(text.slice(at, end));
    if (replacement !== undefined) this.#replace(at, end, replacement);
    return end;
  }

  /** Edits the members of an object, or the elements of an array. A dropped one is cut with the comma before it, or else after it. */
  #editParts(open: number, rules: JsonRules | undefined): number {
    const text = this.#text;
    let keptEnd: number | undefined;
    let at = skipSpace(text, open + 1);
    while (text[at] !== '}' && text[at] !== ']') {
      const { valueAt, own, isDropped } = this.#readPart(at, rules, text[open] === '{');
      const end = isDropped ? skipValue(text, valueAt) : this.#editValue(valueAt, own);
      const next = skipComma(text, end);
      if (isDropped) this.#replace(keptEnd ?? at, keptEnd === undefined ? next : end);
      if (!isDropped || keptEnd !== undefined) keptEnd = end;
      at = next;
    }
    return at + 1;
  }

  #readPart(at: number, rules: JsonRules | undefined, isMember: boolean) {
    const text = this.#text;
    if (!isMember) return { valueAt: at, own: rules?.each, isDropped: drops(rules?.each, text, at) };
    const nameEnd = skipString(text, at);
    const name = decodeString(text.slice(at, nameEnd));
    const valueAt = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const own = rules?.members?.get(name) ?? rules?.each;
    const isNamed = !own?.keep && this.#rules.dropMembersNamed?.(name) === true;
    return { valueAt, own, isDropped: isNamed || drops(own, text, valueAt) };
  }
}

function drops({ drop }: JsonRules = {}, text: string, at: number): boolean {
  return typeof drop === 'function' ? drop(text.slice(at, skipValue(text, at))) : drop === true;
}

/** Returns where the value at `at` ends. */
function skipValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return skipString(text, at);
  if (first !== '{' && first !== '[') return skipScalar(text, at);
  let depth = 0;
  for (let i = at; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = skipString(text, i) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return i + 1;
  }
}

/** Returns where the string that opens at `at` ends, including its closing quote; 0 if it is not closed. */
export function skipString(text: string, at: number): number {
  const close = text.indexOf('"', at + 1);
  if (text.charCodeAt(close - 1) !== 0x5c) return close + 1;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code === 0x5c) i++;
  }
  return 0;
}

const SCALAR = /[^,\]}\s]*/y;

/** Returns where the number or the word at `at` ends. */
export function skipScalar(text: string, at: number): number {
  SCALAR.lastIndex = at;
  SCALAR.test(text);
  return SCALAR.lastIndex;
}

export function skipSpace(text: string, at: number): number {
  let i = at;
  // JSON has no other control characters between tokens.
  while (text.charCodeAt(i) <= 0x20) i++;
  return i;
}

function skipComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === ',' ? skipSpace(text, next + 1) : next;
}

/** Returns the value of a JSON string; `quoted` includes its quotes. */
export function decodeString(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
}

/** Returns rules that remove the members at these paths; `'*'` in a path matches each element or member. */
export function toDropRules(paths: readonly (readonly string[])[]): JsonRules {
  if (paths.some((path) => path.length === 0)) return { drop: true };
  const below = (name: string) => toDropRules(paths.filter((path) => path[0] === name).map((path) => path.slice(1)));
  const names = [...new Set(paths.map((path) => path[0] as string))];
  return {
    members: new Map(names.map((name) => [name, below(name)])),
    ...(names.includes('*') ? { each: below('*') } : {}),
  };
}
