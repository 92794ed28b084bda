/** A template's declarations that other templates or readers depend on. */
import type { Node } from 'web-tree-sitter';
import { nameOf, ofType, parseBicep, propertiesOf, textOf } from './parse.ts';

interface Member {
  /** Has a default or is nullable. */
  readonly isOptional: boolean;
  readonly isDescribed: boolean;
  /** Name of its type. */
  readonly type: string;
}

export interface Template {
  readonly root: Node;
  readonly params: ReadonlyMap<string, Member>;
  readonly outputs: ReadonlyMap<string, Member>;
  /** Members of each object type. */
  readonly types: ReadonlyMap<string, ReadonlyMap<string, { readonly isOptional: boolean }>>;
  /** Imported name and file by local name. */
  readonly imports: ReadonlyMap<string, { readonly name: string; readonly path: string }>;
  readonly modules: readonly ModuleCall[];
}

interface ModuleCall {
  readonly name: string;
  readonly path: string;
  readonly args: ReadonlyMap<string, Node>;
}

export function readTemplate(text: string): Template {
  const root = parseBicep(text);
  return {
    root,
    params: readMembers(root, 'parameter_declaration'),
    outputs: readMembers(root, 'output_declaration'),
    types: new Map(ofType(root, 'type_declaration').map((node) => [nameOf(node), readType(node)])),
    imports: new Map(ofType(root, 'import_functionality').flatMap(readImports)),
    modules: ofType(root, 'module_declaration').map(readModule),
  };
}

function readMembers(root: Node, type: string): Map<string, Member> {
  return new Map(ofType(root, type).map((node) => [nameOf(node), readMember(node)]));
}

function readMember(node: Node): Member {
  const [, declared, value] = node.namedChildren;
  return {
    isOptional: value !== undefined || declared?.text.endsWith('?') === true,
    isDescribed: decoratorsOf(node).includes('@description('),
    type: declared?.text ?? '',
  };
}

/** Returns the decorators, which precede the node. */
function decoratorsOf(node: Node): string {
  const before = node.previousNamedSibling;
  return before?.type === 'decorators' ? before.text : '';
}

export const isExported = (node: Node): boolean => decoratorsOf(node).includes('@export()');

function readType(node: Node): Map<string, { isOptional: boolean }> {
  const object = node.namedChildren.find((child) => child?.type === 'object');
  const members = object ? [...propertiesOf(object)] : [];
  return new Map(members.map(([name, type]) => [name, { isOptional: type.text.endsWith('?') }]));
}

function readImports(node: Node): [string, { name: string; path: string }][] {
  const path = textOf(node.namedChildren.at(-1)) ?? '';
  const imports: [string, { name: string; path: string }][] = [];
  let isAlias = false;
  for (const child of node.children) {
    if (child?.type === 'identifier') {
      const last = isAlias ? imports.pop() : undefined;
      imports.push([child.text, { name: last?.[0] ?? child.text, path }]);
    }
    isAlias = child?.type === 'as';
  }
  return imports;
}

function readModule(node: Node): ModuleCall {
  const path = textOf(node.namedChildren.find((child) => child?.type === 'string')) ?? '';
  const params = ofType(node, 'object_property').find((property) => nameOf(property) === 'params')?.namedChildren[1];
  return { name: nameOf(node), path, args: params ? propertiesOf(params) : new Map() };
}
