/** The workspace as the alert rules see it: its tables, filled by tests, and which rules fire. */
import { readFileSync } from 'node:fs';
import type { Row } from './query-values.ts';
import { QueryRun } from './run-query.ts';

export interface Rule {
  readonly name: string;
  readonly title: string;
  readonly promise: string;
  readonly runbook: string;
  readonly severity: number;
  readonly window: string;
  /** The window, if it is absent. */
  readonly every?: string;
  readonly query: readonly string[];
}

export const rules: readonly Rule[] = JSON.parse(readFileSync('infra/monitoring/alert-rules.json', 'utf8'));
const prelude = ['operations', 'records'].map((name) => readFileSync(`infra/monitoring/${name}.kql`, 'utf8')).join('');

const toCap = (gb: number) => `let dailyCapGb = ${gb};`;

/** As in infra/monitoring/alerts.bicep. */
export const toRuleQuery = (lines: readonly string[]) => [toCap(5), prelude, ...lines].join('\n');

const TABLES = [
  ...['AppTraces', 'AppRequests', 'AppDependencies', 'AppExceptions', 'AppMetrics', 'AppPerformanceCounters'],
  ...['AppAvailabilityResults', 'AzureMetrics', '_LogOperation'],
];

export class Workspace {
  readonly #tables: Readonly<Record<string, Row[]>> = Object.fromEntries(TABLES.map((name) => [name, []]));

  add(table: string, row: Row): void {
    const rows = this.#tables[table];
    if (rows === undefined) throw new Error(`There is no table ${table}`);
    rows.push(row);
  }

  /** Adds lines of the app, or of its host, as the host sends them. */
  addLines(lines: readonly (string | object)[], at: number, instance = 'instance-1'): void {
    for (const line of lines) {
      const message = typeof line === 'string' ? line : JSON.stringify(line);
      const row = { TimeGenerated: at, ItemCount: 1, AppRoleInstance: instance, Message: message };
      this.add('AppTraces', { ...row, _BilledSize: Buffer.byteLength(JSON.stringify(row)) });
    }
  }

  /** Returns the bytes that the cap counts. */
  get billedBytes(): number {
    const rows = Object.values(this.#tables).flat();
    return rows.reduce((sum, { _BilledSize: size }) => sum + Number(size ?? 0), 0);
  }

  /** Returns the rows that a query of the runbook results in, whose tables have Application Insights' names too. */
  query(text: string, now: number): readonly Row[] {
    const traces = (this.#tables['AppTraces'] ?? []).map(({ TimeGenerated, Message, AppRoleInstance }) => ({
      timestamp: TimeGenerated ?? null,
      message: Message ?? null,
      cloud_RoleInstance: AppRoleInstance ?? null,
    }));
    return new QueryRun({ ...this.#tables, traces }, now).run(text);
  }

  /** Returns the names of the rules that fire when they are evaluated at this time, in epoch milliseconds. */
  listFiring(now: number, dailyCapGb = 5): string[] {
    const open = new Map<string, QueryRun>();
    return rules
      .filter(({ window, query }) => {
        const run = open.get(window) ?? this.#openWindow(now - toMs(window), now, dailyCapGb);
        open.set(window, run);
        // "Number of results greater than 0."
        return run.run(query.join('\n')).length > 0;
      })
      .map(({ name }) => name);
  }

  /** What rules of one window begin with is run once. */
  #openWindow(after: number, now: number, dailyCapGb: number): QueryRun {
    const isInside = ({ TimeGenerated: at }: Row) => Number(at) > after && Number(at) <= now;
    const tables = Object.entries(this.#tables).map(([name, rows]) => [name, rows.filter(isInside)]);
    const run = new QueryRun(Object.fromEntries(tables), now);
    run.run(toCap(dailyCapGb));
    run.run(prelude);
    return run;
  }
}

function toMs(duration: string): number {
  const [, days = 0, hours = 0, minutes = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
}
