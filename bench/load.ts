/**
 * Load generator: keep-alive connections, one request under way on each, tokens and keys in rotation.
 * A process of its own; the parent sends a Job and gets a Measured back. It reads answers no further than their ends,
 * so that it costs less than what it measures.
 */
import { connect, type Socket } from 'node:net';
import { readCpu, readMachine } from './processes.ts';

export interface Job {
  readonly port: number;
  readonly method: string;
  /** `{n}` becomes the number of the key. */
  readonly path: string;
  readonly keys: number;
  readonly tokens: readonly string[];
  readonly body?: string;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Every other status counts as wrong, and so does a smaller content. */
  readonly status: number;
  readonly bytes: number;
  /** The subject's processes. */
  readonly pids: readonly number[];
  /** Processes that belong to the benchmark, beside the subject and this one. */
  readonly ownPids: readonly number[];
}

export interface Measured {
  readonly requests: number;
  readonly wrong: number;
  readonly perSecond: number;
  /** CPU microseconds of the subject for each request. */
  readonly cpuUs: number;
  /** Part of its core that the subject used: below 0.9 the load was the limit. */
  readonly busy: number;
  /** Cores that others took meanwhile. */
  readonly others: number;
  readonly p50: number;
  readonly p99: number;
}

interface Sample {
  readonly at: number;
  readonly subject: number;
  readonly own: number;
  readonly machine: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

function runLoad(job: Job): Promise<Measured> {
  const compose = composer(job);
  const latencies: number[] = [];
  let wrong = 0;
  let isMeasuring = false;
  let isOver = false;
  const sockets = new Set<Socket>();

  const open = () => {
    const socket = connect(job.port, '127.0.0.1').setNoDelay();
    let sentAt = 0;
    const next = () => {
      sentAt = performance.now();
      socket.write(compose());
    };
    const read = answerReader(({ status, isLast, bytes }) => {
      if (isOver) return;
      if (isMeasuring) {
        latencies.push(performance.now() - sentAt);
        if (status !== job.status || bytes < job.bytes) wrong++;
      }
      if (isLast) socket.destroy();
      else next();
    });
    sockets.add(socket);
    socket.once('connect', next).on('data', read);
    socket.once('error', () => {
      if (isMeasuring && !isOver) wrong++;
    });
    socket.once('close', () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 5);
    });
  };
  for (let i = 0; i < job.connections; i++) open();

  return new Promise((resolve) => {
    setTimeout(() => {
      const start = takeSample(job);
      isMeasuring = true;
      setTimeout(() => {
        const stop = takeSample(job);
        isOver = true;
        for (const socket of sockets) socket.destroy();
        resolve(toMeasured(start, stop, latencies, wrong));
      }, job.seconds * 1_000);
    }, job.warmUpSeconds * 1_000);
  });
}

/** Answers a function that composes the next request: each token and each key in its turn. */
function composer({ method, path, keys, tokens, body = '' }: Job): () => string {
  const [before = '', after] = path.split('{n}', 2);
  const content = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const heads = tokens.map((token) => ` HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`);
  let count = 0;
  return () => {
    const target = after === undefined ? before : `${before}${count % keys}${after}`;
    return `${method} ${target}${heads[count++ % heads.length]}${content}\r\n${body}`;
  };
}

type OnEnd = (answer: { readonly status: number; readonly isLast: boolean; readonly bytes: number }) => void;

/** Calls `onEnd` at the end of each answer: by its length, or by the last chunk where it has none. */
function answerReader(onEnd: OnEnd): (chunk: Buffer) => void {
  let pending: Buffer | undefined;
  let head: Head | undefined;
  let received = 0;
  let tail = '';

  const takeHead = (chunk: Buffer): Buffer => {
    const all = pending ? Buffer.concat([pending, chunk]) : chunk;
    const end = all.indexOf(HEAD_END);
    pending = end < 0 ? all : undefined;
    if (end < 0) return chunk;
    head = readHead(all.toString('latin1', 0, end));
    received = 0;
    tail = '';
    return all.subarray(end + HEAD_END.length);
  };

  return (chunk) => {
    const body = head ? chunk : takeHead(chunk);
    if (head === undefined) return;
    const { length, status, isLast } = head;
    received += body.length;
    if (length === undefined) tail = (tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5);
    if (length === undefined ? tail !== LAST_CHUNK : received < length) return;
    head = undefined;
    onEnd({ status, isLast, bytes: received });
  };
}

interface Head {
  readonly status: number;
  /** Bytes of the content; undefined where it comes in chunks. */
  readonly length: number | undefined;
  readonly isLast: boolean;
}

function readHead(head: string): Head {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return {
    status: Number(head.slice(9, 12)),
    length: length === undefined ? undefined : Number(length),
    isLast: /\r\nconnection: *close/i.test(head),
  };
}

function takeSample({ pids, ownPids }: Job): Sample {
  return {
    at: performance.now(),
    subject: readCpu(pids),
    own: readCpu([...pids, ...ownPids, process.pid]),
    machine: readMachine(),
  };
}

function toMeasured(start: Sample, stop: Sample, latencies: number[], wrong: number): Measured {
  const elapsedUs = (stop.at - start.at) * 1_000;
  const sorted = Float64Array.from(latencies).sort();
  const quantile = (q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? Number.NaN;
  const subject = stop.subject - start.subject;
  return {
    requests: latencies.length,
    wrong,
    perSecond: latencies.length / (elapsedUs / 1e6),
    cpuUs: subject / latencies.length,
    busy: subject / elapsedUs,
    others: Math.max(0, stop.machine - start.machine - (stop.own - start.own)) / elapsedUs,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}

process.on('message', (job: Job) => void runLoad(job).then((measured) => process.send?.(measured)));
process.once('disconnect', () => process.exit());
