/** Checks queries with the language service of Azure's editor: syntax, columns, functions, types. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

/** The columns that the queries use. Source: Azure Monitor, table AppTraces. */
const TABLES = {
  AppTraces: '(TimeGenerated: datetime, Message: string, SeverityLevel: int, ItemCount: int, Properties: dynamic)',
  // The same table with the names of Application Insights.
  traces:
    '(timestamp: datetime, message: string, severityLevel: int, itemCount: int, customDimensions: dynamic, operation_Id: string, cloud_RoleInstance: string)',
};

/** The service's scripts create globals, so they run in a separate context. */
const context: { check?: (query: string) => string } = {};
createContext(context);
const parts = [
  import.meta.resolve('@kusto/language-service-next/bridge.min.js'),
  import.meta.resolve('@kusto/language-service-next/Kusto.Language.Bridge.min.js'),
];
for (const part of parts) runInContext(readFileSync(fileURLToPath(part), 'utf8'), context);
runInContext(
  `
  const { Symbols, GlobalState, KustoCode } = Kusto.Language;
  const tables = Object.entries(${JSON.stringify(TABLES)}).map(([name, schema]) =>
    Symbols.TableSymbol.From(schema).WithName(name));
  const globals = GlobalState.Default.WithDatabase(new Symbols.DatabaseSymbol.ctor('workspace', tables));
  function check(query) {
    const found = KustoCode.ParseAndAnalyze(query, globals).GetDiagnostics();
    const messages = [];
    for (let index = 0; index < found.Count; index++) messages.push(found.getItem(index).Message);
    return JSON.stringify(messages);
  }`,
  context,
);

/** Returns a query's errors. */
export function checkQuery(query: string): string[] {
  if (!context.check) throw new Error('The language service is not loaded.');
  return JSON.parse(context.check(query));
}
