/** Runs the benchmark's environment, load generator and subjects, and one measurement at a time. */
import type { ChildProcess } from 'node:child_process';
import { bundleAll } from './bundle.ts';
import type { Environment, UpstreamCount, UpstreamState } from './environment.ts';
import { installPeers } from './install-peers.ts';
import type { Job, Measured } from './load.ts';
import { receive, request, startProcess, stopProcess } from './processes.ts';
import type { LoopBlock } from './subjects/report-ready.ts';
import { type Case, eventsPath, listSubjects, type Subject, startSubject } from './subjects.ts';

export interface Result extends Measured {
  /** Longest block of the subject's event loop, in milliseconds. */
  readonly blockMs: number;
  /** Of the table service, per request. */
  readonly tableCalls: number;
}

export interface Timing {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

interface HarnessOptions {
  /** Number of tokens that rotate. */
  readonly callers?: number;
  /** Flags of the subjects' Node. */
  readonly flags?: readonly string[];
  /** Another checkout. */
  readonly baseline?: string | undefined;
}

const BYTES = 6_000;
const CONNECTIONS = 32;
/** Added for a process that has just started. */
const FIRST_WARM_UP_SECONDS = 1.5;

export async function startHarness({ callers = 64, flags = [], baseline }: HarnessOptions = {}): Promise<Harness> {
  installPeers();
  await bundleAll(baseline);
  const environmentProcess = startProcess({ file: toFile('environment.ts'), core: 'load', args: [String(callers)] });
  const load = startProcess({ file: toFile('load.ts'), core: 'load' });
  const environment = await receive<Environment>(environmentProcess);
  return new Harness({ environment, environmentProcess, load, flags, subjects: listSubjects(baseline) });
}

interface HarnessParts {
  readonly environment: Environment;
  readonly environmentProcess: ChildProcess;
  readonly load: ChildProcess;
  readonly flags: readonly string[];
  readonly subjects: ReturnType<typeof listSubjects>;
}

export class Harness {
  readonly #environment: Environment;
  readonly #environmentProcess: ChildProcess;
  readonly #load: ChildProcess;
  readonly #flags: readonly string[];
  readonly #subjects: ReturnType<typeof listSubjects>;
  readonly #running = new Map<string, Subject>();
  #runs = 0;

  constructor({ environment, environmentProcess, load, flags, subjects }: HarnessParts) {
    this.#environment = environment;
    this.#environmentProcess = environmentProcess;
    this.#load = load;
    this.#flags = flags;
    this.#subjects = subjects;
  }

  get subjects(): ReturnType<typeof listSubjects> {
    return this.#subjects;
  }

  get environment(): Environment {
    return this.#environment;
  }

  /** Measures a case, and starts its subject if necessary. Throws if the subject did not do its job. */
  async measure(what: Case, timing: Timing): Promise<Result> {
    const { bytes = BYTES } = what;
    await this.#setUpstream({ bytes, delayMs: 0 });
    const isNew = !this.#running.has(what.subject);
    const subject = await this.#findSubject(what.subject);
    const job = await this.#toJob(what, subject);
    // The warm-up fills the cache and lets the code be compiled.
    const warmUpSeconds = timing.warmUpSeconds + (isNew ? FIRST_WARM_UP_SECONDS : 0);
    await request<Measured>(this.#load, { ...job, seconds: warmUpSeconds, warmUpSeconds: 0 } satisfies Job);
    const state = { bytes, delayMs: 0, changes: what.changes === true };
    await readBlock(subject);
    await this.#setUpstream(state);
    const measuredJob: Job = { ...(await this.#toJob(what, subject)), seconds: timing.seconds, warmUpSeconds: 0.1 };
    const measured = await request<Measured>(this.#load, measuredJob);
    const count = await this.#setUpstream(state);
    const blockMs = await readBlock(subject);
    requireHonest(what, measured, count);
    return { ...measured, blockMs, tableCalls: count.tableCalls / measured.requests };
  }

  /** Stops one subject, or everything. */
  async close(name?: string): Promise<void> {
    for (const [which, { child }] of this.#running) {
      if (name !== undefined && which !== name) continue;
      await stopProcess(child);
      this.#running.delete(which);
    }
    if (name === undefined) await Promise.all([stopProcess(this.#load), stopProcess(this.#environmentProcess)]);
  }

  #setUpstream(state: UpstreamState): Promise<UpstreamCount> {
    return request<UpstreamCount>(this.#environmentProcess, state);
  }

  async #findSubject(name: string): Promise<Subject> {
    const kind = this.#subjects.get(name);
    if (kind === undefined) throw new Error(`There is no subject ${name}.`);
    const subject = this.#running.get(name) ?? (await startSubject(kind, this.#environment, this.#flags));
    this.#running.set(name, subject);
    return subject;
  }

  async #toJob(what: Case, { port, child }: Subject): Promise<Omit<Job, 'seconds' | 'warmUpSeconds'>> {
    const { connections = CONNECTIONS, bytes = BYTES } = what;
    // Each size has its own resource: a hit would return the body of another size.
    const path =
      what.path?.replace('{run}', `${process.pid}-${this.#runs++}`) ?? eventsPath.replace('vm-web', `vm-web-${bytes}`);
    const { tokens, writerTokens } = this.#environment;
    return {
      port,
      method: what.method ?? 'GET',
      path,
      keys: what.keys ?? 1,
      tokens: what.isWriter ? writerTokens : tokens,
      ...(what.body === undefined ? {} : { body: what.body }),
      ...(what.isConditional && { ifNoneMatch: await fetchEntityTag(port, path, tokens[0]) }),
      connections,
      status: what.status ?? 200,
      bytes: what.status === undefined ? bytes : 0,
      pids: [child.pid as number],
      ownPids: [this.#environmentProcess.pid as number, process.pid],
    };
  }
}

async function fetchEntityTag(port: number, path: string, token = ''): Promise<string> {
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return headers.get('etag') ?? '';
}

/** Returns the longest block of the event loop since the last call. */
async function readBlock({ child }: Subject): Promise<number> {
  const { blockMs } = await request<LoopBlock>(child, {});
  return blockMs;
}

/** Throws if responses were wrong, a caller's token reached the upstream, or hits called it. */
function requireHonest(what: Case, measured: Measured, { calls, foreign }: UpstreamCount): void {
  if (measured.requests === 0) throw new Error(`${what.name}: no response.`);
  if (measured.wrong > measured.requests / 1_000) {
    throw new Error(`${what.name}: ${measured.wrong} of ${measured.requests} responses were wrong.`);
  }
  if (foreign > 0) throw new Error(`${what.name}: ${foreign} upstream calls without the managed identity's token.`);
  // A key may need a refresh during the measurement.
  if (what.upstream === 'never' && calls > (what.keys ?? 1) * 2) {
    throw new Error(`${what.name}: called the upstream ${calls} times.`);
  }
  if (what.upstream === undefined && calls < measured.requests) {
    throw new Error(`${what.name}: called the upstream only ${calls} times for ${measured.requests} requests.`);
  }
}

function toFile(name: string): string {
  return `${import.meta.dirname}/${name}`;
}
