/** Prints what `npm start` says about itself, with colours only in a terminal; and what the host prints, for people: one line per request. */
import { styleText } from 'node:util';
import { explain } from '../../pages/console/logic/explain.ts';
import { people } from '../personas.ts';
import { readLogObject } from '../records.ts';

export interface Report {
  line(text?: string): void;
  heading(text: string): void;
  /** A line of Frontdesk's host; a failed request has a colour. */
  hostLine(line: HostLine): void;
  /** A line of the log for machines: the only ones on stdout with --json. */
  json(text: string): void;
  /** A component is ready after this time. */
  ready(component: string, ms: number): void;
  table(rows: readonly (readonly [name: string, address: string, remark: string])[]): void;
  failure(message: string): void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
type Style = Parameters<typeof styleText>[0];

/** Prints to `stdout`, or where the caller wants it. No colours if the output is not a terminal or NO_COLOR is set (https://no-color.org). */
export function createReport(stdout: Output = process.stdout, stderr: Output = process.stderr): Report {
  const paint = (stream: Output, style: Style, text: string) =>
    stream.isTTY && !process.env['NO_COLOR'] ? styleText(style, text, { validateStream: false }) : text;
  const line = (text = '') => void stdout.write(`${text}\n`);
  return {
    line,
    heading: (text) => line(paint(stdout, 'bold', text)),
    hostLine: ({ text, status = 0 }) =>
      line(status < 400 ? text : paint(stdout, status < 500 ? 'yellow' : 'red', text)),
    json: (text) => void process.stdout.write(`${text}\n`),
    ready: (component, ms) =>
      line(`  ${paint(stdout, 'green', 'ready')}  ${component.padEnd(10)} ${`${Math.round(ms)} ms`.padStart(8)}`),
    table: (rows) => {
      const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
      for (const [name, address, remark] of rows) {
        const cells = [name.padEnd(widths[0] ?? 0), paint(stdout, 'cyan', address.padEnd(widths[1] ?? 0)), remark];
        line(`  ${cells.join('  ')}`.trimEnd());
      }
    },
    failure: (message) => void stderr.write(`${paint(stderr, 'red', message)}\n`),
  };
}

type LogObject = Readonly<Record<string, unknown>>;

export interface HostLine {
  readonly text: string;
  /** The status of the request that the line is about. */
  readonly status?: number;
}

/** Lines of the hosts that say nothing about a request or a failure. */
const hostOnly = /^\s*Functions:|^\t|^Host started on |\] Execut(?:ing|ed) '|^For detailed output, run func/;

/** Members that every line has. */
const common = ['instance', 'version', 'time', 'level'];

/** Returns the line as people read it; undefined for one that only machines need. */
export function toHostLine(line: string): HostLine | undefined {
  const object = readLogObject(line);
  if (object === undefined) return line.trim() === '' || hostOnly.test(line) ? undefined : { text: line };
  if ('metrics' in object || 'started' in object) return undefined;
  return typeof object['requestId'] === 'string' ? toRequestLine(object) : { text: `  ${listMembers(object)}` };
}

function toRequestLine(record: LogObject): HostLine {
  const { time, status, method, operation, durationMs } = record;
  const cells = [
    toLocalTime(String(time)),
    String(status),
    String(method).padEnd(6),
    `${Math.round(Number(durationMs))} ms`.padStart(8),
    String(operation),
    ...[toState(record), toCaller(record), toPlace(record)].filter((cell) => cell !== undefined),
  ];
  const text = [`  ${cells.join('  ')}`, ...listWhy(record)].join('\n');
  return { text, status: Number(status) };
}

/** Below the line of a failed request: members and rules, whose fault it is, what to do, and the id to find it by. */
function listWhy({ problem, reason, invalid, requestId }: LogObject): readonly string[] {
  const why = explain({ problem: problem as string | undefined, reason: reason as string | undefined });
  if (why === undefined) return [];
  const lines = [
    ...(invalid === undefined ? [] : [String(invalid)]),
    `It is ${why.side}. ${why.advice}`,
    `request ${requestId}`,
  ];
  return lines.map((line) => `${' '.repeat(12)}${line}`);
}

/** Returns the cache's part, or why the request failed. */
function toState({ cache, problem, reason, outcome }: LogObject): string | undefined {
  if (problem === undefined) return cache === undefined ? undefined : String(cache).replace(/^Frontdesk;/, 'cache');
  const why = reason === undefined ? `${problem}` : `${problem} (${reason})`;
  return outcome === undefined ? why : `${why}, ${outcome}`;
}

/** Returns the resource without its subscription, which rarely differs. */
function toPlace({ resource, targets }: LogObject): unknown {
  return typeof resource === 'string' ? resource.replace(/^\/subscriptions\/[^/]+\/resourcegroups\//i, '…/') : targets;
}

/** Returns the sample user's short name. */
function toCaller({ subject }: LogObject): unknown {
  return people.find(({ objectId }) => objectId === subject)?.id ?? subject;
}

function toLocalTime(iso: string): string {
  return new Date(iso).toTimeString().slice(0, 8);
}

function listMembers(object: LogObject): string {
  const members = Object.entries(object).filter(([name]) => !common.includes(name));
  return members
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
