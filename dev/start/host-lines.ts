/** What the host prints, for people: one line per request, no list of functions. `--json` passes every line unchanged. */
import { people } from '../personas.ts';
import { readLogObject } from '../records.ts';

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
  return { text: `  ${cells.join('  ')}`, status: Number(status) };
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
