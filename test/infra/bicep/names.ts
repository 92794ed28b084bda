/** Finds names that are used but not declared, or declared but not used. */
import type { Node } from 'web-tree-sitter';
import { findAll, nameOf, ofType } from './parse.ts';
import { isExported } from './template.ts';

/** Functions and decorators of Bicep that the templates use. */
const FUNCTIONS = new Set(
  `allowed cidrSubnet concat contains description empty environment export filter format guid items join loadJsonContent
  loadTextContent map maxLength metadata minLength minValue maxValue replace resourceGroup sealed split string subscription
  base64 subscriptionResourceId tenant toLower toObject union uniqueString`.split(/\s+/),
);

const DECLARATIONS = new Set([
  'parameter_declaration',
  'variable_declaration',
  'resource_declaration',
  'module_declaration',
  'type_declaration',
  'user_defined_function',
]);

/** Returns one line per invalid name. */
export function checkNames(root: Node): string[] {
  const declarations = findAll(root, ({ type }) => DECLARATIONS.has(type));
  const imported = ofType(root, 'import_functionality').flatMap(listImported);
  const declared = new Set([...declarations.map(nameOf), ...imported]);
  const used = findAll(root, isUse);
  const usedNames = new Set(used.map(({ text }) => text));
  return [
    ...used
      .filter((node) => !declared.has(node.text) && !isLocal(node) && !(isCallee(node) && FUNCTIONS.has(node.text)))
      .map(({ text, startPosition: { row } }) => `${text} is not declared (line ${row + 1})`),
    ...[...declarations.filter(mustBeUsed).map(nameOf), ...imported]
      .filter((name) => !usedNames.has(name))
      .map((name) => `${name} is not used`),
  ];
}

/** Returns the local names: the imported name, or its alias. */
function listImported(node: Node): string[] {
  const before = node.children.map((child, index) => (node.children[index + 1]?.type === 'as' ? null : child));
  return before.flatMap((child) => (child?.type === 'identifier' ? [child.text] : []));
}

/** Modules and new resources need no reference; existing resources do. */
function mustBeUsed(node: Node): boolean {
  if (isExported(node)) return false;
  if (node.type === 'resource_declaration') return node.children.some((child) => child?.type === 'existing');
  return node.type !== 'module_declaration';
}

/** True if an identifier is a reference and not a declaration or a key. */
function isUse(node: Node): boolean {
  const { parent, type } = node;
  if (type !== 'identifier' || parent === null) return false;
  const isFirst = parent.namedChildren[0]?.id === node.id;
  if (parent.type === 'import_functionality') return false;
  if (
    isFirst &&
    (DECLARATIONS.has(parent.type) || ['output_declaration', 'metadata_declaration'].includes(parent.type))
  )
    return false;
  return !(isFirst && ['object_property', 'parameter', 'lambda_expression', 'for_statement'].includes(parent.type));
}

const isCallee = ({ id, parent }: Node): boolean =>
  parent?.type === 'call_expression' && parent.namedChildren[0]?.id === id;

/** True if an enclosing loop, lambda or function declares the identifier. */
function isLocal(node: Node): boolean {
  for (let scope = node.parent; scope; scope = scope.parent) {
    if (localsOf(scope).includes(node.text)) return true;
  }
  return false;
}

function localsOf(scope: Node): string[] {
  if (scope.type === 'for_statement') {
    return [
      nameOf(scope),
      ...[...ofType(scope, 'loop_variable'), ...ofType(scope, 'loop_enumerator')].map((n) => n.text),
    ];
  }
  if (scope.type === 'user_defined_function') return ofType(scope, 'parameter').map(nameOf);
  // The grammar ends a lambda at its first dot, so its parameter is valid in the whole argument.
  if (scope.parent?.type === 'arguments') return ofType(scope, 'lambda_expression').map(nameOf);
  return [];
}
