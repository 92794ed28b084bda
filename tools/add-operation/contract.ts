/** Writes the contract of a request's body from its published schema. What it cannot express becomes an open member, and is said. */
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { quote, toPascal, toSentence } from '../generate/names.ts';
import { isOpenList } from '../generate/sample-value.ts';
import type { Named, Part, Published } from './read-definition.ts';

type Path = readonly string[];
/** `isDefinition`: an object of ours, whose request and response differ. */
type Expression = { readonly text: string; readonly isDefinition: boolean };

const UNCHECKED = [
  'uniqueItems',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minProperties',
  'maxProperties',
];
const OPEN: Expression = { text: 'z.unknown()', isDefinition: false };

export class Contract {
  readonly name: string;
  /** TypeScript, unformatted. */
  readonly text: string;
  /** What is not checked, by its path. */
  readonly unchecked = new Map<string, string>();
  /** By name; empty while it is being written. */
  readonly #declarations = new Map<string, string>();
  /** Members of the example, and a value that breaks their rule. */
  refused = new Map<string, { readonly path: Path; readonly value: unknown }>();
  readonly #published: Published;
  readonly #example: unknown;
  readonly #maxDepth: number;

  /** `maxDepth`: objects inside objects. */
  constructor(published: Published, name: string, example: unknown, maxDepth: number) {
    [this.#published, this.name, this.#example, this.#maxDepth] = [published, name, example, maxDepth];
    const { text, isDefinition } = this.#composeType(published.body?.['schema'], []);
    if (text !== name)
      this.#declarations.set(name, `export const ${name} = ${isDefinition ? text : `object('${name}', {})`};`);
    this.text = [...this.#declarations.values()].join('\n\n');
  }

  /** Keeps what breaks a rule, if the example has the member; undefined: it is missing. */
  #addRule(path: Path, value?: unknown): void {
    if (path.length > 0 && this.#find(path) !== undefined) this.refused.set(path.join('.'), { path, value });
  }

  #find(path: Path): unknown {
    return path.reduce<unknown>((value, step) => (value as Part | undefined)?.[step], this.#example);
  }

  #composeType(schema: Part, path: Path): Expression {
    const { value, name } = this.#published.flatten(schema);
    const { type, properties, anyOf, oneOf, discriminator } = value;
    for (const keyword of UNCHECKED.filter((each) => value[each]))
      this.unchecked.set(path.join('.'), `has ${keyword}, which is not checked.`);
    const isObject = properties !== undefined || discriminator !== undefined;
    if (isObject && path.length > this.#maxDepth) return this.#leaveOpen(path, 'is too deep for one file');
    if (discriminator) return this.#composeKinds(value, name, path);
    if (anyOf ?? oneOf) return this.#leaveOpen(path, 'is one of several kinds without a discriminator');
    if (isObject) return this.#composeObject(value, name, path);
    if (type === 'array' || type === 'object') return this.#composeElements(value, path);
    const { text, bad, why } = composeScalar(value, path.at(-1));
    if (why) return this.#leaveOpen(path, why);
    if ((value['x-ms-secret'] || value['format'] === 'password') && !isSecretName(path.at(-1) ?? ''))
      this.unchecked.set(path.join('.'), 'is a secret: add its name to lib/contracts/secret-names.ts.');
    this.#addRule(path, bad);
    return { text, isDefinition: false };
  }

  #leaveOpen(path: Path, why: string): Expression {
    this.unchecked.set(path.join('.') || 'body', `${why}: anything passes there.`);
    return OPEN;
  }

  #composeMembers({ required = [], properties = {} }: Part, path: Path): string {
    const lines = Object.entries<Part>(properties).map(([name, schema]) => {
      const { readOnly, 'x-ms-mutability': mutability } = this.#published.flatten(schema).value;
      if (readOnly || String(mutability) === 'read') return `${quote(name)}: readOnly(z.unknown()),`;
      const isRequired = required.includes(name) && !name.startsWith('@odata.');
      if (isRequired) this.#addRule([...path, name]);
      const { text } = this.#composeType(schema, [...path, name]);
      return `${quote(name)}: ${isRequired ? `requiredInRequest(${text})` : text},`;
    });
    return lines.join('\n');
  }

  #composeObject(value: Part, name: string | undefined, path: Path): Expression {
    if (path.length === 0) return this.#declare(this.name, path, value);
    this.#addRule(path, 'not an object');
    if (name !== undefined) return this.#declare(name, path, value);
    return { text: `inline({${this.#composeMembers(value, path)}})`, isDefinition: true };
  }

  /** Declares an object once; one that is inside itself is open. `first` is its discriminator. */
  #declare(own: string, path: Path, value: Part, first = ''): Expression {
    const name = toPascal(own).startsWith(this.name) ? toPascal(own) : this.name + toPascal(own);
    if (this.#declarations.get(name) === '') return this.#leaveOpen(path, 'is inside itself');
    if (!this.#declarations.has(name)) {
      this.#declarations.set(name, '');
      const members = first + this.#composeMembers(value, path);
      const about = value['description'] && `, { description: ${quote(toSentence(value['description']))} }`;
      // After those that it uses.
      this.#declarations.delete(name);
      const keyword = name === this.name ? 'export const' : 'const';
      this.#declarations.set(name, `${keyword} ${name} = object('${name}', () => ({${members}})${about ?? ''});`);
    }
    return { text: name, isDefinition: true };
  }

  #composeElements(value: Part, path: Path): Expression {
    this.#addRule(path, 'neither a list nor an object');
    const isList = value['type'] === 'array';
    const part = isList ? value['items'] : value['additionalProperties'];
    const element = typeof part === 'object' ? this.#composeType(part, [...path, isList ? '0' : '*']) : OPEN;
    const toOuter = (each: string) =>
      isList ? `z.array(${each})${bound(value, 'Items')}` : `z.record(z.string(), ${each})`;
    const { text, isDefinition } = element;
    return { text: isDefinition ? `change(${text}, (each) => ${toOuter('each')})` : toOuter(text), isDefinition };
  }

  #composeKinds({ discriminator }: Part, parent: string | undefined, path: Path): Expression {
    const member: string = discriminator.propertyName ?? discriminator;
    this.#addRule([...path, member]);
    const names = this.#listKinds(discriminator.mapping, parent).map(({ kind, name, value }) => {
      const { [member]: _, ...properties } = value['properties'];
      const first = `${quote(member)}: discriminator(${quote(kind)}),\n`;
      const before = new Map(this.refused);
      const { text } = this.#declare(name, path, { ...value, properties }, first);
      if (this.#find([...path, member]) !== kind) this.refused = before;
      return text;
    });
    return { text: `kinds(${quote(member)}, [${names.join(', ')}])`, isDefinition: true };
  }

  /** Returns the kinds of a mapping, or the schemas that have the parent among their ancestors. */
  #listKinds(mapping: Readonly<Record<string, string>> | undefined, parent: string | undefined) {
    const { flatten, schemas } = this.#published;
    const toKind = (kind: string, schema: Part, name = kind) => ({ kind, name, value: flatten(schema).value });
    if (mapping) return Object.entries(mapping).map(([kind, $ref]) => toKind(kind, { $ref }));
    const isOf = ({ value }: Named): boolean =>
      (value['allOf'] ?? []).some(({ $ref = '' }: Part) => {
        const name = $ref.replace(/^.*\//, '');
        return name === parent || schemas.some((each) => each.name === name && isOf(each));
      });
    return schemas
      .filter(isOf)
      .map(({ name = '', value }) => toKind(value['x-ms-discriminator-value'] ?? name, value, name));
  }
}

/** `bad` breaks its rules; `why` it is left open. */
type Scalar = { readonly text: string; readonly bad?: unknown; readonly why?: string };

export function composeScalar(schema: Part, name = ''): Scalar {
  const { text, ...rest } = composePlain(schema, name);
  const about = text && schema['description'] && `.describe(${quote(toSentence(schema['description']))})`;
  return { text: text + (about ?? ''), ...rest };
}

function composePlain(schema: Part, name: string): Scalar {
  const { type, format, enum: values, minimum, maximum } = schema;
  if (type === 'boolean') return { text: 'z.boolean()', bad: 'yes' };
  if (isOpenList(schema)) return { text: `openList(${JSON.stringify(values)})`, bad: 5 };
  if (values)
    return { text: `z.${type === 'string' ? 'enum' : 'literal'}(${JSON.stringify(values)})`, bad: 'none of them' };
  if (type === 'string') return composeString(schema, name);
  if (type !== 'integer' && type !== 'number') return { text: '', why: type ? `is a ${type}` : 'has no type' };
  const bad = maximum === undefined ? 'one' : maximum + 1;
  if (format === 'int32' && minimum !== undefined) return { text: `int32(${minimum}, ${maximum ?? 2 ** 31 - 1})`, bad };
  return { text: `z.${type === 'integer' ? 'int' : 'number'}()${bound(schema, 'imum')}`, bad };
}

function composeString(schema: Part, name: string): Scalar {
  const { format, maxLength = 9_999 } = schema;
  const rule = composeRule(schema);
  if (rule === undefined) return { text: '', why: `has a pattern that can take long: ${schema['pattern']}` };
  const bad = maxLength < 2_000 ? 'x'.repeat(maxLength + 1) : 5;
  if (isSecretName(name)) return { text: `writeOnly(z.string()${rule})`, bad };
  if (format === 'arm-id' || /resource_?id$/i.test(name)) return { text: 'resourceId()', bad };
  if (format === 'date-time') return { text: 'dateTime', bad: 'never' };
  if (format === 'uuid') return { text: 'guid', bad: 'none' };
  return { text: rule === '' ? 'anyText()' : `z.string()${rule}`, bad };
}

/** Returns the calls that bound a text; undefined if a pattern is unusable: one that repeats what repeats takes exponential time. */
export function composeRule(schema: Part): string | undefined {
  const { pattern } = schema;
  if (/\([^)]*[+*}][^)]*\)[+*{]/.test(pattern)) return undefined;
  return bound(schema, 'Length') + (pattern === undefined ? '' : `.regex(${new RegExp(pattern)})`);
}

/** Returns the calls for `minimum` and `maximum`, or what else is bounded. */
function bound(schema: Part, what: 'imum' | 'Length' | 'Items'): string {
  const calls = ['min', 'max'].filter((name) => schema[name + what] !== undefined);
  return calls.map((name) => `.${name}(${schema[name + what]})`).join('');
}
