/** The order of a deployment into an empty subscription: what serves callers waits for nothing that only watches. Reads Bicep's declarations, not its expressions. */
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readInfra } from './files.ts';

const files = readInfra();

interface Declaration {
  readonly symbol: string;
  readonly kind: 'resource' | 'module' | 'var' | 'param' | 'output';
  /** Of a resource its type without the version, of a module its file. */
  readonly target: string;
  readonly body: string;
}

/** A resource of the deployment, with all that must be there before it. */
interface Node {
  readonly id: string;
  readonly type: string;
  readonly file: string;
  readonly isExisting: boolean;
  /** Ids of what must be there before it; of a module also of what it has. */
  readonly needs: ReadonlySet<string>;
}

/** Returns the nodes that must be there before this one, at any distance. */
function listBefore(node: Node, nodes: readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  const open = [...node.needs];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const each of nodes.filter((other) => other.id === id)) {
      if (found.has(each)) continue;
      found.add(each);
      open.push(...each.needs);
    }
  }
  return found;
}

const START = /^(?:resource|module|var|param|output|type|func|metadata|import|extension|targetScope)\b|^@/;

/** Returns the declarations at the beginning of a line, nested resources within the one that holds them. */
function readDeclarations(file: string): readonly Declaration[] {
  const text = (files.get(file) ?? '').replace(/^ *\/\/.*$/gm, '');
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    if (START.test(line)) parts.push(line);
    else parts.push(`${parts.pop() ?? ''}\n${line}`);
  }
  return parts.flatMap((body) => {
    const [, kind, symbol, target = ''] =
      /^(resource|module|var|param|output) (\w+)(?: '([^'@]+)(?:@[^']*)?')?/.exec(body) ?? [];
    return kind && symbol ? [{ symbol, kind: kind as Declaration['kind'], target, body }] : [];
  });
}

/** Returns the names that a body refers to: outside of texts, and within the parts of texts that are expressions. */
function listReferences(body: string): ReadonlySet<string> {
  const code = body.replace(/'(?:[^'\\]|\\.)*'/g, (text) =>
    Array.from(text.matchAll(/\$\{([^}]*)\}/g), ([, expression]) => expression).join(' '),
  );
  return new Set(code.match(/(?<![.\w])[a-z]\w*(?!\w*:)/gi) ?? []);
}

/** Returns every resource of a template and of its modules, by its id: file and symbol. `given` is what the module itself waits for. */
function listNodes(file: string, given: ReadonlySet<string> = new Set()): readonly Node[] {
  const declarations = readDeclarations(file);
  const bySymbol = new Map(declarations.map((each) => [each.symbol, each]));
  const idOf = ({ symbol }: Declaration) => `${file} ${symbol}`;
  /** Variables are followed; a module stands for all that is in it. */
  const resolve = (declaration: Declaration, seen: Set<Declaration> = new Set()): string[] => {
    if (seen.has(declaration)) return [];
    seen.add(declaration);
    const named = [...listReferences(declaration.body)].flatMap((name) => bySymbol.get(name) ?? []);
    return named.flatMap((each) => {
      if (each === declaration || each.kind === 'param') return [];
      if (each.kind === 'var') return resolve(each, seen);
      return [idOf(each), ...resolve(each, seen)];
    });
  };
  return declarations.flatMap((declaration): readonly Node[] => {
    const { kind, target, body } = declaration;
    const needs = new Set([...given, ...resolve(declaration)]);
    const node = { id: idOf(declaration), type: target, file, isExisting: /' existing =/.test(body), needs };
    if (kind === 'resource') return [node];
    if (kind !== 'module') return [];
    const inside = listNodes(join(dirname(file), target), needs);
    return [{ ...node, needs: new Set([...needs, ...inside.map(({ id }) => id)]) }, ...inside];
  });
}

const nodes = listNodes('infra/main.bicep');
const typed = (type: string) => nodes.filter((node) => node.type === type && !node.isExisting);

/** Kinds of resources that only watch. */
const WATCHING = [
  'Microsoft.Insights/scheduledQueryRules',
  'Microsoft.Insights/activityLogAlerts',
  'Microsoft.Insights/metricAlerts',
  'Microsoft.Insights/webtests',
  'Microsoft.Insights/actionGroups',
  'Microsoft.Insights/workbooks',
  'Microsoft.Insights/diagnosticSettings',
  'Microsoft.OperationalInsights/workspaces/savedSearches',
];
const watching = WATCHING.flatMap(typed);

const listNeeds = (node: Node) => new Set(Array.from(listBefore(node, nodes), ({ type }) => type));

it('the graph has what the templates declare', () => {
  expect(typed('Microsoft.Web/sites')).toHaveLength(1);
  for (const type of WATCHING) expect(typed(type), type).not.toEqual([]);
});

it('the app waits for the workspace, its storage and its roles, and for nothing that only watches', () => {
  const [app] = typed('Microsoft.Web/sites');
  const needs = listNeeds(app as Node);
  const expected = ['Microsoft.OperationalInsights/workspaces', 'Microsoft.Storage/storageAccounts'];
  expect([...expected, 'Microsoft.Authorization/roleAssignments'].filter((type) => !needs.has(type))).toEqual([]);
  expect(WATCHING.filter((type) => needs.has(type))).toEqual([]);
});

it.each(watching.map((node) => [node.id, node] as const))('%s is created after the app', (_, node) => {
  expect(listNeeds(node)).toContain('Microsoft.Web/sites');
});

it('rules are created after the functions that their queries call', () => {
  for (const rule of typed('Microsoft.Insights/scheduledQueryRules'))
    expect(listNeeds(rule)).toContain('Microsoft.OperationalInsights/workspaces/savedSearches');
});
