/** A collector that keeps in memory what it receives: OTLP/HTTP in protobuf, of which it knows the fields that Frontdesk sends and no other. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, type RunningServer } from '../../dev/server.ts';

/** How the value of a field is read; an array of fields is a message. Source: opentelemetry-proto, trace, metrics, common. */
type Read = 'text' | 'hex' | 'number' | 'time' | 'double' | 'packed' | Message;
interface Message {
  readonly [field: number]: readonly [name: string, read: Read];
}

const attribute: Message = { 1: ['key', 'text'], 2: ['value', { 1: ['value', 'text'], 3: ['value', 'number'] }] };
const resource: Message = { 1: ['attributes', attribute], 2: ['dropped', 'number'] };
const scope: Message = { 1: ['name', 'text'], 2: ['version', 'text'] };
const toSignal = (name: string, message: Message): Message => ({
  1: ['all', { 1: ['resource', resource], 2: ['scopes', { 1: ['scope', scope], 2: [name, message] }] }],
});

const traces = toSignal('spans', {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  3: ['state', 'text'],
  4: ['parentId', 'hex'],
  5: ['name', 'text'],
  6: ['kind', 'number'],
  7: ['startedAt', 'time'],
  8: ['endedAt', 'time'],
  9: ['attributes', attribute],
  ...{ 10: ['dropped', 'number'], 12: ['dropped', 'number'], 14: ['dropped', 'number'] },
  15: ['status', { 3: ['code', 'number'] }],
  16: ['flags', 'number'],
});

const times: Message = { 2: ['from', 'time'], 3: ['to', 'time'] };
const number: Message = { ...times, 4: ['value', 'double'], 7: ['attributes', attribute] };
const histogram: Message = {
  ...{ ...times, 4: ['value', 'time'], 5: ['sum', 'double'], 6: ['counts', 'packed'], 7: ['bounds', 'packed'] },
  ...{ 9: ['attributes', attribute], 11: ['min', 'double'], 12: ['max', 'double'] },
};
const described: Message = { 1: ['name', 'text'], 2: ['description', 'text'], 3: ['unit', 'text'] };
const summed: Message = { 2: ['temporality', 'number'], 3: ['isMonotonic', 'number'] };
const metrics = toSignal('metrics', {
  ...described,
  5: ['data', { 1: ['points', number] }],
  7: ['data', { ...summed, 1: ['points', number] }],
  9: ['data', { ...summed, 1: ['points', histogram] }],
});

type Labels = Readonly<Record<string, string | number>>;
// biome-ignore lint/suspicious/noExplicitAny: the tables above say what is in it.
type Decoded = Record<string, any>;

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly state: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly hasFailed: boolean;
  readonly attributes: Labels;
}

export interface SeenPoint {
  readonly metric: string;
  readonly labels: Labels;
  /** A histogram's count. */
  readonly value: number;
}

export interface Collector extends RunningServer {
  readonly spans: SeenSpan[];
  /** From the last export of metrics. */
  points: readonly SeenPoint[];
  /** Why each invalid export is invalid. */
  readonly faults: string[];
  readonly headers: IncomingMessage['headers'][];
  resource: Labels;
  /** Statuses of the next responses; 200 after them. */
  readonly statuses: number[];
  /** Requests get no response until the returned function is called. */
  pause(): () => void;
}

export async function startCollector(): Promise<Collector> {
  let paused: Promise<void> | undefined;
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      collector.headers.push(request.headers);
      await paused;
      const status = collector.statuses.shift() ?? 200;
      try {
        if (status === 200) receive(request.url, body);
      } catch (error) {
        collector.faults.push(String(error));
      }
      response.writeHead(status).end();
    });
  });
  const collector: Collector = {
    ...(await listen(server, 0)),
    ...{ spans: [], points: [], faults: [], headers: [], resource: {}, statuses: [] },
    pause() {
      let resume = (): void => {};
      paused = new Promise((resolve) => {
        resume = resolve;
      });
      return resume;
    },
  };
  return collector;

  function receive(url: string | undefined, body: Buffer): void {
    const decoded = decode(body, url === '/v1/traces' ? traces : metrics);
    collector.resource = toLabels(decoded['all'][0].resource[0].attributes);
    if (url === '/v1/traces') collector.spans.push(...list(decoded, 'spans').map(toSpan));
    else collector.points = list(decoded, 'metrics').flatMap(toPoints);
  }
}

const list = ({ all = [] }: Decoded, name: string): Decoded[] =>
  all.flatMap(({ scopes }: Decoded) => scopes.flatMap((one: Decoded) => one[name]));

function toSpan({ status, attributes, parentId, state, ...span }: Decoded): SeenSpan {
  const labels = toLabels(attributes);
  return { ...(span as SeenSpan), parentId, state, hasFailed: status[0]?.code === 2, attributes: labels };
}

const toPoints = ({ name, data: [{ points }] }: Decoded): SeenPoint[] =>
  points.map(({ attributes, value }: Decoded) => ({ metric: name, labels: toLabels(attributes), value }));

const toLabels = (attributes: Decoded[] = []): Labels =>
  Object.fromEntries(attributes.map(({ key, value: [{ value }] }) => [key, value]));

/** Throws at a field that the message does not list. Messages are lists: those that occur once have one element. */
function decode(bytes: Buffer, message: Message): Decoded {
  const decoded: Decoded = {};
  let at = 0;
  const readVarint = (): number => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = readVarint();
    const [name, read] = message[key >> 3] ?? [];
    if (!name || !read) throw new Error(`Unknown field ${key >> 3} after ${Object.keys(decoded)}.`);
    if ((key & 7) === 0) decoded[name] = readVarint();
    else {
      const length = { 1: 8, 5: 4 }[key & 7] ?? readVarint();
      const part = bytes.subarray(at, at + length);
      at += length;
      if (typeof read === 'object') decoded[name] = [...(decoded[name] ?? []), decode(part, read)];
      else decoded[name] = readValue(part, read);
    }
  }
  return decoded;
}

function readValue(part: Buffer, read: string): unknown {
  if (read === 'double') return part.readDoubleLE();
  // Nanoseconds, or a count.
  if (read === 'time') return toMilliseconds(part.readBigUInt64LE());
  return read === 'hex' ? part.toString('hex') : part.toString();
}

const toMilliseconds = (value: bigint): number => (value > 1e15 ? Number(value) / 1e6 : Number(value));
