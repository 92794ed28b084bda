/** Bicep text to a syntax tree. The grammar is tree-sitter-bicep's: it knows syntax, no types and no resource schemas. */
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser } from 'web-tree-sitter';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bicep/tree-sitter-bicep.wasm'))));

/** Answers the tree of a template. `extension x` is unknown to the grammar and left out, in the same number of characters. */
export function parseBicep(text: string): Node {
  const tree = parser.parse(text.replace(/^extension (?=\w+$)/gm, '//tension '));
  if (!tree) throw new Error('The parser gave no tree.');
  return tree.rootNode;
}

/** Answers where the text is no Bicep. */
export function listSyntaxErrors(root: Node): string[] {
  const broken = root.descendantsOfType('ERROR').filter((node) => node !== null);
  const missing = findAll(root, (node) => node.isMissing);
  return [...broken, ...missing].map(({ startPosition: { row, column } }) => `no Bicep at ${row + 1}:${column + 1}`);
}

export function findAll(root: Node, isWanted: (node: Node) => boolean): Node[] {
  const found = isWanted(root) ? [root] : [];
  for (const child of root.children) if (child) found.push(...findAll(child, isWanted));
  return found;
}

export const ofType = (root: Node, type: string): Node[] => findAll(root, (node) => node.type === type);

/** Answers the first identifier below a node that is its own child: a declaration's name, a property's key. */
export const nameOf = (node: Node): string =>
  node.namedChildren.find((child) => child?.type === 'identifier')?.text ?? '';

/** Answers a literal's text; undefined where it is interpolated. */
export function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type !== 'string' || ofType(node, 'interpolation').length > 0) return undefined;
  return node.text.replace(/^'|'$/g, '');
}

/** Answers the properties of an object, by key; keys in quotes included. */
export function propertiesOf(object: Node): Map<string, Node> {
  const properties = new Map<string, Node>();
  for (const property of object.namedChildren) {
    if (property?.type !== 'object_property') continue;
    const [key, value] = property.namedChildren;
    if (key && value) properties.set(textOf(key) ?? key.text, value);
  }
  return properties;
}
