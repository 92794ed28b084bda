/** Reads queries with the language service of Azure's editor: syntax, columns, functions, types, and the syntax tree. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

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
  // AppTraces with the names of Application Insights.
  traces:
    '(timestamp: datetime, message: string, severityLevel: int, itemCount: int, customDimensions: dynamic, operation_Id: string, cloud_RoleInstance: string)',
};

/** A node of a query's syntax tree, of the service's kinds: a token has a text, any other node parts. Separators of lists are left out. */
export interface QueryNode {
  readonly kind: string;
  readonly text?: string;
  readonly parts: readonly QueryNode[];
}

/** The service's scripts create globals, so they run in a separate context. */
const context: { check?: (query: string) => string; parse?: (query: string) => string } = {};
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
  const globals = GlobalState.Default.WithDatabase(new Symbols.DatabaseSymbol.ctor('workspace', tables));
  function check(query) {
    const found = KustoCode.ParseAndAnalyze(query, globals).GetDiagnostics();
    const messages = [];
    for (let index = 0; index < found.Count; index++) messages.push(found.getItem(index).Message);
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

/** Returns a query's errors. */
export function checkQuery(query: string): string[] {
  if (!context.check) throw new Error('The language service is not loaded.');
  return JSON.parse(context.check(query));
}

const parsed = new Map<string, QueryNode>();

/** Returns a query's syntax tree. */
export function parseQuery(query: string): QueryNode {
  if (!context.parse) throw new Error('The language service is not loaded.');
  const tree: QueryNode = parsed.get(query) ?? JSON.parse(context.parse(query));
  parsed.set(query, tree);
  return tree;
}
