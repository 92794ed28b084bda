/** The workspace as the alert rules see it: its tables, filled by tests, and which rules fire. */
import { readFileSync } from 'node:fs';
import { savedFunctions } from './kusto.ts';
import type { Row } from './query-values.ts';
import { QueryRun } from './run-query.ts';

export interface Rule {
  readonly name: string;
  readonly title: string;
  readonly promise: string;
  readonly runbook: string;
  /** 0 and 1 wake somebody. */
  readonly severity: number;
  readonly window: string;
  /** The window, if it is absent. */
  readonly every?: string;
  /** Each evaluation that finds something sends a mail; otherwise only the first in a row does. */
  readonly isEvent?: boolean;
  /** Only where no web test reaches the app. */
  readonly isForPrivate?: boolean;
  readonly query: readonly string[];
}

export const allRules: readonly Rule[] = JSON.parse(readFileSync('infra/monitoring/alert-rules.json', 'utf8'));
/** Those of a deployment that is not private. */
export const rules = allRules.filter(({ isForPrivate }) => !isForPrivate);

/** As in infra/monitoring/alerts.bicep. */
export const toRuleQuery = (lines: readonly string[], dailyCapGb = 5) =>
  lines.join('\n').replaceAll('dailyCapGb', String(dailyCapGb));

const TABLES = [
  ...['AppTraces', 'AppRequests', 'AppDependencies', 'AppExceptions', 'AppMetrics', 'AppPerformanceCounters'],
  ...['AppAvailabilityResults', 'AzureMetrics', 'StorageTableLogs', '_LogOperation'],
];

/** A mail that an alert sends. */
export interface Mail {
  readonly rule: string;
  /** Minutes since the beginning. */
  readonly minute: number;
}

export class Workspace {
  readonly #tables: Readonly<Record<string, Row[]>> = Object.fromEntries(TABLES.map((name) => [name, []]));
  #rowWise: { readonly size: number; readonly rows: Readonly<Record<string, readonly Row[]>> } | undefined;

  add(table: string, row: Row): void {
    const rows = this.#tables[table];
    if (rows === undefined) throw new Error(`There is no table ${table}`);
    rows.push(row);
  }

  /** Adds lines of the app, or of its host, as the host sends them. */
  addLines(lines: readonly (string | object)[], at: number, instance = 'instance-1'): void {
    for (const line of lines) {
      const message = typeof line === 'string' ? line : JSON.stringify(line);
      const row = { TimeGenerated: at, AppRoleInstance: instance, Message: message };
      this.add('AppTraces', { ...row, _BilledSize: Buffer.byteLength(JSON.stringify(row)) });
    }
  }

  /** Returns the bytes that the cap counts. */
  get billedBytes(): number {
    const rows = Object.values(this.#tables).flat();
    return rows.reduce((sum, { _BilledSize: size }) => sum + Number(size ?? 0), 0);
  }

  /** Returns the rows that a query results in, as where an alert's mail leads. */
  query(text: string, now: number): readonly Row[] {
    return new QueryRun(this.#tables, now).run(text);
  }

  /** Returns the names of the rules that fire when they are evaluated at this time, in epoch milliseconds. */
  listFiring(now: number, dailyCapGb = 5, of: readonly Rule[] = rules): string[] {
    const open = new Map<string, QueryRun>();
    return of
      .filter(({ window, query }) => {
        const run = open.get(window) ?? this.#openWindow(now - toMs(window), now);
        open.set(window, run);
        // "Number of results greater than 0."
        return run.run(toRuleQuery(query, dailyCapGb)).length > 0;
      })
      .map(({ name }) => name);
  }

  /** Returns the mails from the beginning on, each rule evaluated as often as it says. */
  listMails(begin: number, minutes: number, of: readonly Rule[] = rules): readonly Mail[] {
    const firing = new Set<string>();
    const mails: Mail[] = [];
    for (let minute = 0; minute <= minutes; minute += 5) {
      const due = of.filter(({ every, window }) => minute % (toMs(every ?? window) / 60_000) === 0);
      const found = this.listFiring(begin + minute * 60_000, 5, due);
      for (const { name, isEvent } of due) {
        if (found.includes(name) && (isEvent || !firing.has(name))) mails.push({ rule: name, minute });
        if (found.includes(name)) firing.add(name);
        else firing.delete(name);
      }
    }
    return mails;
  }

  #openWindow(after: number, now: number): QueryRun {
    const isInside = ({ TimeGenerated: at }: Row) => Number(at) > after && Number(at) <= now;
    const inside = (all: Readonly<Record<string, readonly Row[]>>) =>
      Object.entries(all).map(([name, rows]) => [name, rows.filter(isInside)] as const);
    return new QueryRun(Object.fromEntries(inside(this.#tables)), now, new Map(), new Map(inside(this.#runRowWise())));
  }

  /** Functions that return one row for a row are run once, for every window. */
  #runRowWise(): Readonly<Record<string, readonly Row[]>> {
    const size = Object.values(this.#tables).reduce((sum, { length }) => sum + length, 0);
    if (this.#rowWise?.size !== size) {
      const run = new QueryRun(this.#tables, 0);
      this.#rowWise = { size, rows: Object.fromEntries(ROW_WISE.map((name) => [name, run.run(name)])) };
    }
    return this.#rowWise.rows;
  }
}

const ROW_WISE = savedFunctions
  .filter(({ text, parameters }) => parameters === '' && !/summarize|now\(|ago\(/.test(text))
  .map(({ name }) => name);

export function toMs(duration: string): number {
  const [, days = 0, hours = 0, minutes = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
}
