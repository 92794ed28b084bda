/** Starts a subject of the bursts, and measures one burst. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Emulators, toLimitSettings } from '../../test/testbed/emulators.ts';
import { sampleOperation } from '../../test/testbed/sample-operations.ts';
import { toSubjectFile } from '../bundle.ts';
import { readCpu, receive, startProcess, stopProcess } from '../processes.ts';
import type { Ready } from '../subjects/report-ready.ts';
import { toMedian } from '../table.ts';
import type { Burst, Measured } from './burst-cases.ts';
import { type BurstResponse, openConnections } from './connections.ts';

/** Background calls of a burst end within this time. */
const BACKGROUND_MS = 900;

const listEvents = sampleOperation('listHealthEvents');

export interface BurstSubject {
  /** Sends one request per token at the same time, over open connections. */
  readonly call: (sample: number, tokens?: readonly string[]) => Promise<readonly BurstResponse[]>;
  readonly readCpuMs: () => number;
  readonly close: () => Promise<void>;
}

export async function startBurstSubject(
  emulators: Emulators,
  token: string,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<BurstSubject> {
  const child = startProcess({
    file: toSubjectFile(name),
    core: 'subject',
    env: { ...emulators.settings, ...toLimitSettings(50), ...env },
  });
  const { port } = await receive<Ready>(child);
  child.once('exit', abort);
  return {
    async call(sample, tokens = [token]) {
      const { method, path } = listEvents.toRequest(sample);
      const connections = await openConnections(port, tokens.length);
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer `;
      return connections.send(tokens.map((one) => `${head}${one}\r\n\r\n`)).finally(connections.close);
    },
    readCpuMs: () => readCpu([child.pid as number]) / 1_000,
    close: () => stopProcess(child.off('exit', abort)),
  };
}

/** Without its subject a burst would never end. */
function abort(): void {
  process.stderr.write('A subject ended during the bursts.\n');
  process.exit(1);
}

export async function measureBurst(
  { upstream }: Emulators,
  subject: BurstSubject,
  { run }: Burst,
  sample: number,
): Promise<Measured> {
  await upstream.reset();
  const cpuBefore = subject.readCpuMs();
  const responses = await run(subject, sample);
  const cpu = subject.readCpuMs() - cpuBefore;
  await sleep(BACKGROUND_MS);
  // Retries of an earlier burst are for another resource.
  const calls = (await upstream.calls()).filter(({ path }) => path.includes(`/vm-${sample}/`));
  const times = responses.map(({ elapsedMs }) => elapsedMs);
  return {
    calls: calls.length,
    bodies: countBodies(responses),
    waiting: responses.filter(({ head }) => !/\r\ncache-status: Frontdesk; hit;/i.test(head)).length,
    p50: toMedian(times),
    max: Math.max(...times),
    cpu,
  };
}

export function countBodies(responses: readonly BurstResponse[]): number {
  return new Set(responses.map(({ status, text }) => `${status} ${text}`)).size;
}
