/** Reads queries with the language service of Azure's editor: syntax, columns, functions, types, and the syntax tree. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

/** A function that infra/monitoring/functions.bicep saves in the workspace. */
interface SavedFunction {
  readonly name: string;
  /** `name:type`, comma-separated. */
  readonly parameters: string;
  readonly text: string;
}

const FOLDER = 'infra/monitoring';
const template = readFileSync(`${FOLDER}/functions.bicep`, 'utf8');

export const savedFunctions: readonly SavedFunction[] = Array.from(
  template.matchAll(/\{ name: '(\w+)', parameters: '([\w:]*)', text: loadTextContent\('([\w./]+)'\) \}/g),
  ([, name = '', parameters = '', file = '']) => ({
    name,
    parameters,
    text: readFileSync(`${FOLDER}/${file}`, 'utf8'),
  }),
);

const STORED = 'TimeGenerated: datetime, ItemCount: int, _BilledSize: real';
/** The columns that the queries use. Source: Azure Monitor, reference of tables. */
const TABLES = {
  AppTraces: `(${STORED}, Message: string, SeverityLevel: int, Properties: dynamic, AppRoleInstance: string)`,
  ...Object.fromEntries(
    ['AppRequests', 'AppDependencies', 'AppExceptions', 'AppMetrics', 'AppPerformanceCounters'].map((name) => [
      name,
      `(${STORED})`,
    ]),
  ),
  AppAvailabilityResults: `(${STORED}, Success: bool, Location: string)`,
  AzureMetrics: '(TimeGenerated: datetime, MetricName: string, Total: real, _BilledSize: real)',
  // A function of the workspace.
  _LogOperation: '(TimeGenerated: datetime, Category: string, Operation: string, Level: string, Detail: string)',
  StorageTableLogs:
    '(TimeGenerated: datetime, Category: string, OperationName: string, Uri: string, StatusText: string, RequesterUpn: string, RequesterObjectId: string, RequesterAppId: string, CallerIpAddress: string, _BilledSize: real)',
};

/** A node of a query's syntax tree, of the service's kinds: a token has a text, any other node parts. Separators of lists are left out. */
export interface QueryNode {
  readonly kind: string;
  readonly text?: string;
  readonly parts: readonly QueryNode[];
}

/** The service's scripts create globals, so they run in a separate context. */
const context: { check?: (query: string, isEmpty: boolean) => string; parse?: (query: string) => string } = {};
createContext(context);
const parts = [
  import.meta.resolve('@kusto/language-service-next/bridge.min.js'),
  import.meta.resolve('@kusto/language-service-next/Kusto.Language.Bridge.min.js'),
];
for (const part of parts) runInContext(readFileSync(fileURLToPath(part), 'utf8'), context);
runInContext(
  `
  const { Symbols, GlobalState, KustoCode, Syntax } = Kusto.Language;
  const tables = Object.entries(${JSON.stringify(TABLES)}).map(([name, schema]) =>
    Symbols.TableSymbol.From(schema).WithName(name));
  const functions = ${JSON.stringify(savedFunctions)}.map(({ name, parameters, text }) =>
    new Symbols.FunctionSymbol.$ctor16(name, '(' + parameters + ')', '{' + text + '}'));
  const open = (tables) =>
    GlobalState.Default.WithCache().WithDatabase(new Symbols.DatabaseSymbol.ctor('workspace', [...tables, ...functions]));
  const workspaces = { full: open(tables), empty: open([]) };
  function check(query, isEmpty) {
    const found = KustoCode.ParseAndAnalyze(query, isEmpty ? workspaces.empty : workspaces.full).GetDiagnostics();
    const messages = [];
    for (let index = 0; index < found.Count; index++) {
      const { Severity, Message } = found.getItem(index);
      // A fuzzy union names a missing table in a warning only.
      if (Severity === 'Error') messages.push(Message);
    }
    return JSON.stringify(messages);
  }
  function toPlain(node) {
    const kind = System.Enum.toString(Syntax.SyntaxKind, node.Kind);
    if (node.IsToken) return { kind, text: node.Text, parts: [] };
    if (kind === 'SeparatedElement' || kind === 'TokenName') return toPlain(node.GetChild(0));
    const parts = Array.from({ length: node.ChildCount }, (_, index) => node.GetChild(index)).filter(Boolean);
    return { kind, parts: parts.map(toPlain) };
  }
  function parse(query) {
    return JSON.stringify(toPlain(KustoCode.Parse(query).Syntax));
  }`,
  context,
);

/** Returns a query's errors in a workspace with the functions, and with the tables or without any. */
export function checkQuery(query: string, isEmpty = false): string[] {
  if (!context.check) throw new Error('The language service is not loaded.');
  return JSON.parse(context.check(query, isEmpty));
}

const parsed = new Map<string, QueryNode>();

/** Returns a query's syntax tree. */
export function parseQuery(query: string): QueryNode {
  if (!context.parse) throw new Error('The language service is not loaded.');
  const tree: QueryNode = parsed.get(query) ?? JSON.parse(context.parse(query));
  parsed.set(query, tree);
  return tree;
}
