/**
 * JSON as text: members are cut out or replaced where they stand, every other byte stays as it came (DESIGN 4, 7).
 * All functions here expect text that JSON.parse has accepted.
 */

/** What is done to a value and below it. A value without rules is passed over. */
export interface JsonRules {
  /** Rules by member name, in an object. */
  readonly members?: ReadonlyMap<string, JsonRules>;
  /** Rules for each element, in an array, or for members not named above. */
  readonly each?: JsonRules;
  /** Cuts the member out. */
  readonly drop?: true;
  /** Answers the JSON text that takes the value's place; undefined keeps it. */
  readonly replace?: (valueText: string) => string | undefined;
  /** Leaves the value as it is, whatever is cut around it. */
  readonly keep?: true;
  /** Cuts every member so named, here and at any depth below. */
  readonly dropMembersNamed?: (name: string) => boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Answers the text with the rules applied; the same string when nothing was touched. */
export function editJson(text: string, rules: JsonRules): string {
  const edits: Edit[] = [];
  editValue(text, skipSpace(text, 0), rules, rules.dropMembersNamed, edits);
  let edited = '';
  let from = 0;
  for (const { start, end, text: replacement } of edits) {
    edited += text.slice(from, start) + replacement;
    from = end;
  }
  return edited + text.slice(from);
}

type DropNamed = JsonRules['dropMembersNamed'];

/** Collects the edits of the value at `at`; answers where it ends. */
function editValue(text: string, at: number, rules: JsonRules | undefined, named: DropNamed, edits: Edit[]): number {
  if (rules?.replace) {
    const end = skipValue(text, at);
    const replacement = rules.replace(text.slice(at, end));
    if (replacement !== undefined) edits.push({ start: at, end, text: replacement });
    return end;
  }
  if (rules?.keep) return skipValue(text, at);
  const mayHold = named !== undefined || rules?.members !== undefined || rules?.each !== undefined;
  if (mayHold && text[at] === '{') return editObject(text, at, rules, named, edits);
  if (mayHold && text[at] === '[') return editArray(text, at, rules, named, edits);
  return skipValue(text, at);
}

function editArray(text: string, open: number, rules: JsonRules | undefined, named: DropNamed, edits: Edit[]): number {
  let at = skipSpace(text, open + 1);
  while (text[at] !== ']') {
    at = skipSpace(text, editValue(text, at, rules?.each, named, edits));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function editObject(text: string, open: number, rules: JsonRules | undefined, named: DropNamed, edits: Edit[]): number {
  let at = skipSpace(text, open + 1);
  // Where the last kept member ends: a dropped one is cut from there, so that its comma goes with it.
  let keptEnd: number | undefined;
  while (text[at] !== '}') {
    const nameEnd = skipString(text, at);
    const name = decodeString(text.slice(at, nameEnd));
    const valueAt = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const own = rules?.members?.get(name) ?? rules?.each;
    const dropped = own?.drop === true || (named?.(name) === true && !own?.keep);
    const valueEnd = dropped ? skipValue(text, valueAt) : editValue(text, valueAt, own, named, edits);
    const next = skipSpace(text, valueEnd);
    const nextAt = text[next] === ',' ? skipSpace(text, next + 1) : next;
    if (!dropped) keptEnd = valueEnd;
    else if (keptEnd === undefined) edits.push({ start: at, end: nextAt, text: '' });
    else {
      edits.push({ start: keptEnd, end: valueEnd, text: '' });
      keptEnd = valueEnd;
    }
    at = nextAt;
  }
  return at + 1;
}

/** Answers where the value at `at` ends. */
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

/** Answers where the string that opens at `at` ends, its closing quote included. */
export function skipString(text: string, at: number): number {
  let close = text.indexOf('"', at + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

function skipScalar(text: string, at: number): number {
  let end = at;
  while (end < text.length && !',]} \t\r\n'.includes(text[end] as string)) end++;
  return end;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  // In text that is JSON no other control character stands between tokens.
  while (text.charCodeAt(i) <= 0x20) i++;
  return i;
}

/** Answers what a JSON string, quotes included, stands for. */
export function decodeString(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
}

/** Answers rules that cut the members at these paths; `'*'` in a path stands for each element or member. */
export function toDropRules(paths: readonly (readonly string[])[]): JsonRules {
  if (paths.some((path) => path.length === 0)) return { drop: true };
  const below = (name: string) => toDropRules(paths.filter((path) => path[0] === name).map((path) => path.slice(1)));
  const names = [...new Set(paths.map((path) => path[0] as string))];
  return {
    members: new Map(names.map((name) => [name, below(name)])),
    ...(names.includes('*') ? { each: below('*') } : {}),
  };
}
