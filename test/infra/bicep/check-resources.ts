/** Checks a template's resources against published types: unknown, read-only and missing members, kinds and literals. */
import type { Node } from 'web-tree-sitter';
import { nameOf, ofType, propertiesOf, textOf } from './parse.ts';
import { type FindResource, isReadOnly, isRequired, type PublishedType, type Resolve } from './resource-types.ts';

/** Members of Bicep's own, on every resource. */
const OF_BICEP = new Set(['parent', 'scope', 'dependsOn']);
const KINDS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'int',
  boolean: 'bool',
  object: 'object',
  array: 'array',
  for_statement: 'array',
};
const KINDS_OF_TYPES: Readonly<Record<string, string>> = {
  StringType: 'string',
  StringLiteralType: 'string',
  IntegerType: 'int',
  BooleanType: 'bool',
  ObjectType: 'object',
  DiscriminatedObjectType: 'object',
  ArrayType: 'array',
};

/** Returns one line per fault. Values that only a deployment knows are not checked. */
export function checkResources(root: Node, find: FindResource): string[] {
  const declared = new Map(
    [...ofType(root, 'variable_declaration'), ...ofType(root, 'parameter_declaration')].map((node) => [
      nameOf(node),
      node,
    ]),
  );
  return ofType(root, 'resource_declaration').flatMap((resource) => {
    const type = typeOf(resource);
    const found = find(type);
    if (!found) return [`${type} is not published`];
    if (resource.children.some((child) => child?.type === 'existing')) return [];
    const checker = new Checker(declared, found.resolve);
    return ofType(resource, 'object')
      .slice(0, 1)
      .flatMap((object) => checker.check(object, found.body, type));
  });
}

/** Returns type and version; a nested resource continues its parent's. */
function typeOf(resource: Node): string {
  const own = textOf(resource.namedChildren.find((child) => child?.type === 'string')) ?? '';
  if (own.includes('@')) return own;
  let outer = resource.parent;
  while (outer && outer.type !== 'resource_declaration') outer = outer.parent;
  const [parent = '', version = ''] = outer ? typeOf(outer).split('@') : [];
  return `${parent}/${own}@${version}`;
}

class Checker {
  readonly #declared: ReadonlyMap<string, Node>;
  readonly #resolve: Resolve;

  constructor(declared: ReadonlyMap<string, Node>, resolve: Resolve) {
    this.#declared = declared;
    this.#resolve = resolve;
  }

  check(node: Node, type: PublishedType, at: string): string[] {
    if (node.type === 'ternary_expression')
      return node.namedChildren.slice(1).flatMap((value) => (value ? this.check(value, type, at) : []));
    if (node.type === 'identifier') return this.#checkName(node, type, at);
    if (type.$type === 'UnionType') return this.#checkUnion(node, type.elements.map(this.#resolve), at);
    const [kind, expected] = [KINDS[node.type], KINDS_OF_TYPES[type.$type]];
    if (kind === undefined || expected === undefined) return [];
    if (kind !== expected) return [`${at} must be ${expected}, not ${kind}`];
    if (type.$type === 'StringLiteralType') {
      const text = textOf(node);
      return text === undefined || text === type.value ? [] : [`${at} must be '${type.value}', not '${text}'`];
    }
    if (type.$type === 'ArrayType') return this.#checkItems(node, this.#resolve(type.itemType), at);
    return kind === 'object' ? this.#checkObject(propertiesOf(node), type, at) : [];
  }

  /** A value must suit one of the alternatives. */
  #checkUnion(node: Node, types: readonly PublishedType[], at: string): string[] {
    const faults = types.map((type) => this.check(node, type, at));
    if (faults.some((found) => found.length === 0)) return [];
    const literals = types.flatMap((type) => (type.$type === 'StringLiteralType' ? [`'${type.value}'`] : []));
    return literals.length === types.length
      ? [`${at} must be one of ${literals.join(', ')}: ${node.text}`]
      : (faults[0] ?? []);
  }

  /** Follows a variable; of a parameter, only its kind and its allowed values are known. */
  #checkName(node: Node, type: PublishedType, at: string): string[] {
    const declaration = this.#declared.get(node.text);
    if (!declaration) return [];
    const [, value] = declaration.namedChildren;
    if (declaration.type === 'variable_declaration') return value ? this.check(value, type, at) : [];
    const [kind, expected] = [value?.text.replace(/\W.*/s, ''), KINDS_OF_TYPES[type.$type]];
    if (kind && expected && Object.values(KINDS).includes(kind) && kind !== expected) {
      return [`${at} must be ${expected}, not ${kind}`];
    }
    const before = declaration.previousNamedSibling;
    const allowed =
      before?.type === 'decorators'
        ? ofType(before, 'call_expression').find((call) => nameOf(call) === 'allowed')
        : undefined;
    const values = [allowed, value].flatMap((of) => (of ? ofType(of, 'string').filter(({ isNamed }) => isNamed) : []));
    return values.flatMap((literal) => this.check(literal, type, at));
  }

  #checkItems(node: Node, type: PublishedType, at: string): string[] {
    const items = node.type === 'for_statement' ? node.namedChildren.slice(-1) : node.namedChildren;
    return items.flatMap((item) => (item ? this.check(item, type, `${at}[]`) : []));
  }

  #checkObject(given: ReadonlyMap<string, Node>, type: PublishedType, at: string): string[] {
    if (type.$type === 'DiscriminatedObjectType') {
      const name = textOf(given.get(type.discriminator)) ?? '';
      const element = type.elements[name];
      if (!element)
        return [`${at}.${type.discriminator} must be one of ${Object.keys(type.elements).join(', ')}: ${name}`];
      const chosen = this.#resolve(element);
      const properties = { ...type.baseProperties, ...(chosen.$type === 'ObjectType' ? chosen.properties : {}) };
      return this.#checkObject(given, { $type: 'ObjectType', properties }, at);
    }
    if (type.$type !== 'ObjectType') return [];
    const { properties, additionalProperties } = type;
    const missing = Object.entries(properties)
      .filter(([name, property]) => isRequired(property) && !isReadOnly(property) && !given.has(name))
      .map(([name]) => `${at} lacks ${name}`);
    const faults = [...given].flatMap(([name, value]) => {
      if (OF_BICEP.has(name) || value.type === 'resource_declaration' || isExcused(value)) return [];
      const property = properties[name];
      if (property && isReadOnly(property)) return [`${at}.${name} is read-only`];
      const of = property?.type ?? additionalProperties;
      return of ? this.check(value, this.#resolve(of), `${at}.${name}`) : [`${at} has no ${name}`];
    });
    return [...missing, ...faults];
  }
}

/** The compiler's own mark for a member that the published types lack. */
function isExcused(value: Node): boolean {
  const before = value.parent?.previousNamedSibling;
  return before?.type === 'diagnostic_comment' && before.text.includes('BCP037');
}
