/** The benchmark's surroundings: edges, load generator and the subjects that were asked for, and one measurement at a time. */
import { bundleAll } from './bundle.ts';
import type { Edges, UpstreamCount, UpstreamState } from './edges.ts';
import { installPeers } from './install-peers.ts';
import type { Job, Measured } from './load.ts';
import { ask, end, hear, launch } from './processes.ts';
import type { LoopBlock } from './subjects/tell.ts';
import { type Case, eventsPath, type Subject, type SubjectName, startSubject } from './subjects.ts';

export interface Result extends Measured {
  /** The longest time for which the subject's event loop stood still, in milliseconds. */
  readonly blockMs: number;
}

export interface Timing {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface Rig {
  readonly edges: Edges;
  /** Measures a case; a subject is started before its first one. Throws when it did not do its job. */
  measure(what: Case, timing: Timing): Promise<Result>;
  /** Ends one subject, or all that runs. */
  close(name?: SubjectName): Promise<void>;
}

const BYTES = 6_000;
const CONNECTIONS = 32;
/** What a process that has just started takes longer. */
const FIRST_WARM_UP_SECONDS = 1.5;

/** `callers` is how many tokens go round; `flags` are those of the subjects' Node. */
export async function startRig({ callers = 64, flags = [] as readonly string[] } = {}): Promise<Rig> {
  installPeers();
  await bundleAll();
  const edgesProcess = launch({ file: toFile('edges.ts'), core: 'load', args: [String(callers)] });
  const load = launch({ file: toFile('load.ts'), core: 'load' });
  const edges = await hear<Edges>(edgesProcess);
  const running = new Map<SubjectName, Subject>();

  return {
    edges,
    async measure(what, timing) {
      const { connections = CONNECTIONS, bytes = BYTES, delayMs = 0 } = what;
      await ask<UpstreamCount>(edgesProcess, { bytes, delayMs: 0 } satisfies UpstreamState);
      const isNew = !running.has(what.subject);
      const subject = running.get(what.subject) ?? (await startSubject(what.subject, edges, flags));
      running.set(what.subject, subject);
      const state: UpstreamState = { bytes, delayMs, changes: what.changes === true };
      const job: Job = {
        port: subject.port,
        method: what.method ?? 'GET',
        // A hit would be the body of another size.
        path: what.path ?? eventsPath.replace('vm-web', `vm-web-${bytes}`),
        keys: what.keys ?? 1,
        tokens: what.isForged ? [edges.forgedToken] : edges.tokens,
        ...(what.body === undefined ? {} : { body: what.body }),
        connections,
        status: what.status ?? 200,
        bytes: what.status === undefined ? bytes : 0,
        pids: [subject.child.pid as number],
        ownPids: [edgesProcess.pid as number, process.pid],
        ...timing,
      };
      // The warm-up fills the cache and lets the compiler work; what counts begins after it.
      const warmUp = timing.warmUpSeconds + (isNew ? FIRST_WARM_UP_SECONDS : 0);
      await ask<Measured>(load, { ...job, seconds: warmUp, warmUpSeconds: 0 } satisfies Job);
      await ask<UpstreamCount>(edgesProcess, state);
      await readBlock(what.subject, subject);
      const measured = await ask<Measured>(load, { ...job, warmUpSeconds: 0.1 } satisfies Job);
      const blockMs = await readBlock(what.subject, subject);
      expectHonest(what, measured, await ask<UpstreamCount>(edgesProcess, state));
      return { ...measured, blockMs };
    },
    async close(name) {
      for (const [which, { child }] of running) {
        if (name !== undefined && which !== name) continue;
        await end(child);
        running.delete(which);
      }
      if (name === undefined) await Promise.all([end(load), end(edgesProcess)]);
    },
  };
}

/** Answers for how long the event loop stood still at most since it was asked before. */
async function readBlock(name: SubjectName, { child }: Subject): Promise<number> {
  if (name === 'nginx') return Number.NaN;
  const { blockMs } = await ask<LoopBlock>(child, {});
  return blockMs;
}

/** A subject that answers wrongly, lets a caller's token through or calls the upstream for a hit is measured for nothing. */
function expectHonest(what: Case, measured: Measured, { calls, foreign }: UpstreamCount): void {
  if (measured.requests === 0) throw new Error(`${what.name}: no answer.`);
  if (measured.wrong > measured.requests / 1_000) {
    throw new Error(`${what.name}: ${measured.wrong} of ${measured.requests} answers were wrong.`);
  }
  if (foreign > 0) throw new Error(`${what.name}: ${foreign} calls upstream without the managed identity's token.`);
  // A key may fall due for its refresh meanwhile.
  if (what.upstream === 'never' && calls > (what.keys ?? 1) * 2) {
    throw new Error(`${what.name}: called the upstream ${calls} times.`);
  }
  if (what.upstream === undefined && calls < measured.requests) {
    throw new Error(`${what.name}: called the upstream only ${calls} times.`);
  }
}

function toFile(name: string): string {
  return `${import.meta.dirname}/${name}`;
}
