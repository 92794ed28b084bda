/** What describes a list of the console: where it is, its columns, and what can be done with a row. */
import { at } from './changes.ts';
import { formatDistance, formatTime, MISSING, parseTime, toTitle } from './format.ts';
import type { Names } from './known-paths.ts';
import { isObject } from './schema.ts';

export type Json = Readonly<Record<string, unknown>>;

export type Tone = 'critical' | 'error' | 'warning' | 'info' | 'ok' | 'plain' | 'accent';

export interface Level {
  /** As in a path: `resourceGroups`. */
  readonly type: string;
  readonly label: string;
  /** Of the operations. */
  readonly parameter: string;
}

export interface BodyField {
  /** `properties.loggerId`. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly isSecret?: boolean;
  /** Values with their names, where the schema has none. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
}

export interface KindColumn {
  readonly title: string;
  /** Of the member; `sort` is named after its last part. */
  readonly path: string;
  readonly format?: (value: unknown, row: Json) => string;
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly isMinor?: boolean;
  readonly isWide?: boolean;
}

export interface KindAction {
  readonly title: string;
  readonly operation: string;
  readonly isAllowed: (row: Json) => boolean;
  /** What is said before; without it the write is not confirmed. */
  readonly warning: string;
  /** The row after it, if it is not gone. */
  readonly isDone: (row: Json) => boolean;
  readonly isDestructive?: boolean;
  readonly isRemoval?: boolean;
  /** Whether the service carries it out only on what was seen: it demands the entity tag. */
  readonly isTagged?: boolean;
  readonly body?: { readonly label: string; readonly options: readonly (readonly [json: string, text: string])[] };
}

export interface Kind {
  /** Of the view. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** One of it: `job`. */
  readonly one: string;
  readonly levels: readonly Level[];
  /** Parameter that names one. */
  readonly name: string;
  readonly key: string;
  readonly list: string;
  readonly listQuery?: Json;
  /** Sent with each request of the kind. */
  readonly always?: Json;
  /** Parameter that searches the names, if the service can. */
  readonly isSearched?: boolean;
  readonly read?: string;
  /** Parts that a read returns only if they are named. */
  readonly expand?: string;
  readonly write?: string;
  /** What makes a write create only. */
  readonly ifNew?: Json;
  readonly columns: readonly KindColumn[];
  readonly facts: readonly KindColumn[];
  readonly fields?: readonly BodyField[];
  readonly actions?: readonly KindAction[];
  /** Operations that its details offer besides. */
  readonly steps?: readonly string[];
  /** Parts that are listed with the details. */
  readonly parts?: readonly string[];
  readonly initial?: Json;
  /** Views of what is in it, with the type in their scope. */
  readonly within?: readonly string[];
}

/** Returns the action that deletes one. */
export function toRemoval(operation: string, part: Partial<KindAction> = {}): KindAction {
  const always = { title: 'Delete', isAllowed: () => true, isDone: () => false, isDestructive: true, isRemoval: true };
  return { operation, ...always, warning: 'This cannot be undone.', ...part };
}

/** Returns the names of a kind's operations; the list is what its view cannot do without. */
export function listOperationNames({ list, read, write, actions = [], steps = [] }: Kind): [string, ...string[]] {
  const names = [read, write, ...actions.map(({ operation }) => operation), ...steps];
  return [list, ...names.filter((name) => name !== undefined)];
}

/** Returns a list or a map as one line. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (isObject(value))
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${each}`)
      .join(', ');
  return String(value ?? '');
}

const decimal = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 5 });

export const words = (value: unknown) => toTitle(String(value ?? ''));
export const time = (value: unknown) => formatTime(value as string | undefined);
export const amount = (value: unknown) => (typeof value === 'number' ? decimal.format(value) : MISSING);
export const age = (value: unknown) => {
  const at = parseTime(value as string | undefined);
  return at === undefined ? '' : formatDistance(at, Date.now());
};

/** Returns the parameters that say where a list is. */
export function toScopeInput({ levels, always }: Kind, names: Names): Json {
  const scope = levels.map(({ type, parameter }) => [parameter, names[type.toLowerCase()] ?? '']);
  return { ...Object.fromEntries(scope), ...always };
}

/** Returns the parameters of one. */
export function toInput(kind: Kind, names: Names, key: string): Json {
  return { ...toScopeInput(kind, names), [kind.name]: key };
}

/** Returns what a column shows of a row. */
export function toCell({ path, format }: KindColumn, row: Json): string {
  const value = path.startsWith('@') ? row[path] : at(row, path);
  return format ? format(value, row) : String(value ?? '');
}

/** Returns what an address has of one, from the values of its operation's parameters. */
export function toScopeQuery({ levels, name }: Kind, values: Names) {
  const scope = levels.map(({ type, parameter }) => `/${type}/${values[parameter] ?? ''}`);
  return { in: scope.join(''), item: values[name] ?? '' };
}
