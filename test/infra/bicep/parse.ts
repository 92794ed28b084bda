/** Parses Bicep with the grammar of tree-sitter-bicep, which has no types and no resource schemas. */
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser } from 'web-tree-sitter';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bicep/tree-sitter-bicep.wasm'))));

/** Returns a template's tree. `extension x` is unknown to the grammar and commented out without moving positions. */
export function parseBicep(text: string): Node {
  const tree = parser.parse(text.replace(/^extension (?=\w+$)/gm, '//tension '));
  if (!tree) throw new Error('The parser returned no tree.');
  return tree.rootNode;
}

/** Returns the positions of syntax errors. */
export function listSyntaxErrors(root: Node): string[] {
  const broken = root.descendantsOfType('ERROR').filter((node) => node !== null);
  const missing = findAll(root, (node) => node.isMissing);
  return [...broken, ...missing].map(
    ({ startPosition: { row, column } }) => `syntax error at ${row + 1}:${column + 1}`,
  );
}

export function findAll(root: Node, isWanted: (node: Node) => boolean): Node[] {
  const found = isWanted(root) ? [root] : [];
  for (const child of root.children) if (child) found.push(...findAll(child, isWanted));
  return found;
}

export const ofType = (root: Node, type: string): Node[] => findAll(root, (node) => node.type === type);

/** Returns the first identifier among a node's children: a declaration's name, a property's key. */
export const nameOf = (node: Node): string =>
  node.namedChildren.find((child) => child?.type === 'identifier')?.text ?? '';

/** Returns a literal's text; undefined if it is interpolated. */
export function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type !== 'string' || ofType(node, 'interpolation').length > 0) return undefined;
  return node.text.replace(/^'|'$/g, '');
}

/** Returns an object's properties by key, including quoted keys. */
export function propertiesOf(object: Node): Map<string, Node> {
  const properties = new Map<string, Node>();
  for (const property of object.namedChildren) {
    if (property?.type !== 'object_property') continue;
    const [key, value] = property.namedChildren;
    if (key && value) properties.set(textOf(key) ?? key.text, value);
  }
  return properties;
}
