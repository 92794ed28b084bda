/** Writes the contract of a request's body from its published schema. What it cannot express becomes an open member, and is said. */
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { quote, toPascal, toSentence } from '../generate/names.ts';
import type { Named, Part, Published } from './read-definition.ts';
import { bound, composeScalar, listUnchecked } from './scalar.ts';

type Path = readonly string[];
/** `isDefinition`: an object of ours, whose request and response differ. */
type Expression = { readonly text: string; readonly isDefinition: boolean };

const MAX_FUNCTION_LINES = 32;
/** Returns about how many lines texts have when they are formatted. */
const countLines = (texts: readonly string[]) =>
  texts
    .flatMap((text) => text.split('\n'))
    .reduce((sum, line) => sum + (line.length < 110 ? 1 : 2 + Math.ceil(line.length / 110)), 0);

const OPEN: Expression = { text: 'z.unknown()', isDefinition: false };

export class Contract {
  readonly name: string;
  /** TypeScript, unformatted. */
  readonly text: string;
  /** About, when formatted. */
  readonly lines: number;
  /** What is not checked, each with its path. */
  readonly unchecked = new Set<string>();
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
    this.lines = countLines([this.text]);
  }

  #print(path: Path, what: string): void {
    this.unchecked.add(`${path.join('.') || 'body'}: not checked here: ${what}`);
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
    const { text, isDefinition } = this.#composeAny(value, name, path);
    // One that is missing may be null anyway.
    if (!value['nullable'] || path.length === 0 || text === OPEN.text) return { text, isDefinition };
    return { text: isDefinition ? `change(${text}, (each) => each.nullable())` : `${text}.nullable()`, isDefinition };
  }

  #composeAny(value: Part, name: string | undefined, path: Path): Expression {
    const { type, properties, anyOf, oneOf, discriminator } = value;
    const isObject = properties !== undefined || discriminator !== undefined;
    if (isObject && path.length > this.#maxDepth) return this.#leaveOpen(path, 'it is too deep for one file');
    if (discriminator) return this.#composeKinds(value, name, path);
    if (anyOf ?? oneOf) return this.#leaveOpen(path, 'it is one of several kinds without a discriminator');
    for (const keyword of listUnchecked(value)) this.#print(path, keyword);
    if (isObject) return this.#composeObject(value, name, path);
    if (type === 'array' || type === 'object') return this.#composeElements(value, path);
    const { text, bad, why } = composeScalar(value, path.at(-1));
    if (why) return this.#leaveOpen(path, why);
    if ((value['x-ms-secret'] || value['format'] === 'password') && !isSecretName(path.at(-1) ?? ''))
      this.unchecked.add(`${path.join('.')} is a secret: add its name to lib/contracts/secret-names.ts.`);
    this.#addRule(path, bad);
    return { text, isDefinition: false };
  }

  #leaveOpen(path: Path, why: string): Expression {
    this.#print(path, `${why}, so anything passes`);
    return OPEN;
  }

  #composeMembers({ required = [], properties = {} }: Part, path: Path): string[] {
    const others = required.filter((name: string) => !(name in properties) && !name.startsWith('@odata.'));
    const all = [...Object.entries<Part>(properties), ...others.map((name: string) => [name, {}] as const)];
    return all.map(([name, schema]) => {
      const { readOnly, 'x-ms-mutability': mutability } = this.#published.flatten(schema).value;
      if (readOnly || String(mutability) === 'read') return `${quote(name)}: readOnly(z.unknown()),`;
      if (mutability && !(mutability.includes('update') && mutability.includes('create')))
        this.#print([...path, name], `x-ms-mutability: ${mutability}`);
      const isRequired = required.includes(name) && !name.startsWith('@odata.');
      if (isRequired) this.#addRule([...path, name]);
      const { text } = this.#composeType(schema, [...path, name]);
      return `${quote(name)}: ${isRequired ? `requiredInRequest(${text})` : text},`;
    });
  }

  #composeObject(value: Part, name: string | undefined, path: Path): Expression {
    if (path.length === 0) return this.#declare(this.name, path, value);
    this.#addRule(path, 'not an object');
    // Only one with a name is closed, or has many members.
    const isLarge = value['additionalProperties'] === false || Object.keys(value['properties']).length > 10;
    const own = name ?? (isLarge ? path.join('-') : undefined);
    if (own !== undefined) return this.#declare(own, path, value);
    return { text: `inline({${this.#composeMembers(value, path).join('\n')}})`, isDefinition: true };
  }

  /** Declares an object once; one that is inside itself is open. `first` is its discriminator. */
  #declare(own: string, path: Path, value: Part, first: readonly string[] = []): Expression {
    const name = toPascal(own).startsWith(this.name) ? toPascal(own) : this.name + toPascal(own);
    if (this.#declarations.get(name) === '') return this.#leaveOpen(path, 'is inside itself');
    if (!this.#declarations.has(name)) {
      this.#declarations.set(name, '');
      const members = [...first, ...this.#composeMembers(value, path)];
      const { description, additionalProperties } = value;
      const about = description && `description: ${quote(toSentence(description))},`;
      const notes = [about, additionalProperties === false && 'isClosed: true,'].filter(Boolean).join(' ');
      // After those that it uses.
      this.#declarations.delete(name);
      const keyword = name === this.name ? 'export const' : 'const';
      // A function has at most 40 lines; what is longer is made at the start.
      const isShort = countLines(members) <= MAX_FUNCTION_LINES;
      const text = `${isShort ? '() => (' : ''}{${members.join('\n')}}${isShort ? ')' : ''}`;
      this.#declarations.set(name, `${keyword} ${name} = object('${name}', ${text}${notes && `, { ${notes} }`});`);
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
    const found = this.#listKinds(discriminator.mapping, parent);
    if (found.length === 0) return this.#leaveOpen(path, 'it has a discriminator and no kinds');
    this.#addRule([...path, member]);
    const names = found.map(({ kind, name, value }) => {
      const { [member]: _, ...properties } = value['properties'] ?? {};
      const first = [`${quote(member)}: discriminator(${quote(kind)}),`];
      const before = new Map(this.refused);
      const required = (value['required'] ?? []).filter((each: string) => each !== member);
      const { text } = this.#declare(name, path, { ...value, properties, required }, first);
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
