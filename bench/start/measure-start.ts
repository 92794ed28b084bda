/** Measures one start of an app under the built-in host. */
import { readFile } from 'node:fs/promises';
import { appFile, toSubjectFile } from '../bundle.ts';
import type { Environment } from '../environment.ts';
import { receive, startProcess, stopProcess } from '../processes.ts';
import type { HostStart } from '../subjects/host.ts';
import type { Ready } from '../subjects/report-ready.ts';
import { eventsPath, keyedEventsPath } from '../subjects.ts';

export interface Start extends HostStart {
  /** In a process that has loaded nothing before: modules that the host has loaded cost the app nothing. */
  readonly bareLoadMs: number;
  /** All but the first start find the response in the table, where an earlier instance has stored it. */
  readonly firstTableHitMs: number;
  /** Nothing is cached: the resource was never requested, and the instance has no token. */
  readonly firstRelayMs: number;
  readonly secondResponseMs: number;
  readonly respondedRssMb: number;
}

const apps = { 'hello-world': toSubjectFile('hello-app'), frontdesk: appFile } as const;
export type AppName = keyof typeof apps;
export const appNames = Object.keys(apps) as AppName[];

export async function measureStart(name: AppName, { settings, tokens }: Environment, run: number): Promise<Start> {
  const [token = '', otherToken = ''] = tokens;
  const { child, port, ...start } = await startHost(name, settings);
  const firstTableHitMs = await timeResponse(port, token, eventsPath);
  const secondResponseMs = await timeResponse(port, otherToken, eventsPath);
  const respondedRssMb = await readRssMb(child.pid as number);
  await stopProcess(child);
  const other = await startHost(name, settings);
  const firstRelayMs = await timeResponse(other.port, token, keyedEventsPath.replace('{n}', `start-${run}`));
  await stopProcess(other.child);
  const bareLoadMs = await measureBareLoad(name, settings);
  return { ...start, bareLoadMs, firstTableHitMs, firstRelayMs, secondResponseMs, respondedRssMb };
}

/** Returns the milliseconds from the start of the process to the response of a first request that nothing has cached. */
export async function measureFirstRelay(
  app: string,
  settings: Environment['settings'],
  token: string,
  run: number,
): Promise<number> {
  const before = performance.now();
  const { child, port } = await startApp(app, settings);
  await timeResponse(port, token, keyedEventsPath.replace('{n}', `first-${process.pid}-${run}`));
  const elapsedMs = performance.now() - before;
  await stopProcess(child);
  return elapsedMs;
}

function startHost(name: AppName, settings: Environment['settings']) {
  return startApp(apps[name], settings);
}

async function startApp(app: string, settings: Environment['settings']) {
  const env = { ...settings, BENCH_APP: app };
  const child = startProcess({ file: toSubjectFile('host'), core: 'subject', env });
  return { child, ...(await receive<Ready & HostStart>(child)) };
}

async function measureBareLoad(name: AppName, settings: Environment['settings']): Promise<number> {
  const env = { ...settings, BENCH_APP: apps[name] };
  const child = startProcess({ file: toSubjectFile('bare-load'), core: 'subject', env });
  const { loadMs } = await receive<Pick<HostStart, 'loadMs'>>(child);
  await stopProcess(child);
  return loadMs;
}

async function timeResponse(port: number, token: string, path: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The app returned ${response.status}.`);
  return performance.now() - before;
}

async function readRssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
