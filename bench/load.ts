/**
 * Load generator: keep-alive connections with one request in flight each; tokens and keys rotate. It runs in its own process, which
 * receives a Job and sends back a Measured. It reads only the end of each response, so that it costs less than the subject.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpu, readMachine } from './processes.ts';
import { createResponseReader, type ResponseEnd } from './response-reader.ts';

export interface Job {
  readonly port: number;
  readonly method: string;
  /** `{n}` becomes the number of the key. */
  readonly path: string;
  readonly keys: number;
  readonly tokens: readonly string[];
  readonly body?: string;
  /** The entity tag that each request has. */
  readonly ifNoneMatch?: string;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** A response with another status or fewer bytes counts as wrong. */
  readonly status: number;
  readonly bytes: number;
  /** The subject's processes. */
  readonly pids: readonly number[];
  /** The benchmark's other processes, without this one. */
  readonly ownPids: readonly number[];
}

export interface Measured {
  readonly requests: number;
  readonly wrong: number;
  readonly perSecond: number;
  /** CPU microseconds of the subject per request. */
  readonly cpuUs: number;
  /** Part of its core that the subject used. Below 0.9 the load generator was the limit. */
  readonly busy: number;
  /** Cores that other processes used at the same time. */
  readonly others: number;
  readonly p50: number;
  readonly p99: number;
}

class LoadRun {
  readonly #job: Job;
  readonly #composeRequest: () => string;
  readonly #latencies: number[] = [];
  readonly #sockets = new Set<Socket>();
  #wrong = 0;
  #isMeasuring = false;
  #isOver = false;

  constructor(job: Job) {
    this.#job = job;
    this.#composeRequest = createComposer(job);
  }

  async run(): Promise<Measured> {
    for (let i = 0; i < this.#job.connections; i++) this.#open();
    await sleep(this.#job.warmUpSeconds * 1_000);
    const start = takeUsage(this.#job);
    this.#isMeasuring = true;
    await sleep(this.#job.seconds * 1_000);
    const stop = takeUsage(this.#job);
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
    return toMeasured(start, stop, this.#latencies, this.#wrong);
  }

  #open(): void {
    const socket = connect(this.#job.port, '127.0.0.1').setNoDelay();
    let sentAt = 0;
    const sendNext = () => {
      sentAt = performance.now();
      socket.write(this.#composeRequest());
    };
    const read = createResponseReader((end) => {
      if (this.#isOver) return;
      this.#record(end, performance.now() - sentAt);
      if (end.isLast) socket.destroy();
      else sendNext();
    });
    this.#sockets.add(socket);
    socket.once('connect', sendNext).on('data', read);
    socket.once('error', () => {
      if (this.#isMeasuring && !this.#isOver) this.#wrong++;
    });
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (!this.#isOver) setTimeout(() => this.#open(), 5);
    });
  }

  #record({ status, bytes }: ResponseEnd, elapsedMs: number): void {
    if (!this.#isMeasuring) return;
    this.#latencies.push(elapsedMs);
    if (status !== this.#job.status || bytes < this.#job.bytes) this.#wrong++;
  }
}

/** Returns a function that composes the next request, with the next token and key. */
function createComposer({ method, path, keys, tokens, ifNoneMatch, body = '' }: Job): () => string {
  const [before = '', after] = path.split('{n}', 2);
  const bodyHeaders = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const condition = ifNoneMatch === undefined ? '' : `if-none-match: ${ifNoneMatch}\r\n`;
  const heads = tokens.map((token) => ` HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${condition}`);
  let count = 0;
  return () => {
    const target = after === undefined ? before : `${before}${count % keys}${after}`;
    return `${method} ${target}${heads[count++ % heads.length]}${bodyHeaders}\r\n${body}`;
  };
}

/** Microseconds so far. */
interface Usage {
  readonly at: number;
  readonly subject: number;
  readonly own: number;
  readonly machine: number;
}

function takeUsage({ pids, ownPids }: Job): Usage {
  return {
    at: performance.now() * 1_000,
    subject: readCpu(pids),
    own: readCpu([...pids, ...ownPids, process.pid]),
    machine: readMachine(),
  };
}

function toMeasured(start: Usage, stop: Usage, latencies: number[], wrong: number): Measured {
  const elapsedUs = stop.at - start.at;
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

process.on('message', (job: Job) => void new LoadRun(job).run().then((measured) => process.send?.(measured)));
process.once('disconnect', () => process.exit());
