/** Injects a fault of the matrix's upstream and table rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiName, apiNames } from '../../../dev/upstream/calls.ts';
import type { Injection } from '../matrix/types.ts';
import type { Harness } from './harness.ts';

/** A socket learns this late that the other side has closed. */
const CLOSE_NOTICE_MS = 10;

/** Injects the fault for every call from now on, of these upstreams. */
export type Inject = (harness: Harness, injection: Injection, apis?: readonly ApiName[]) => Promise<void>;

export async function injectFault(
  { emulators, resolver }: Harness,
  injection: Injection,
  apis: readonly ApiName[] = apiNames,
): Promise<void> {
  const { upstream, proxies } = emulators;
  const upstreamProxies = apis.map((name) => proxies[name]);
  if ('emulator' in injection) {
    const { emulator: fault, times } = injection;
    if (apis === apiNames) await upstream.fault({ times, fault });
    else await Promise.all(apis.map((api) => upstream.fault({ api, times, fault })));
  } else if ('table' in injection) {
    await proxies.table.injectFault(injection.table);
  } else if ('resolver' in injection) {
    resolver.isDown = true;
    // Open connections do not need the resolver.
    await Promise.all(upstreamProxies.map((proxy) => proxy.closeConnections('FIN')));
    await sleep(CLOSE_NOTICE_MS);
  } else if ('proxy' in injection) {
    await Promise.all(upstreamProxies.map((proxy) => proxy.injectFault(injection.proxy)));
    await sleep(CLOSE_NOTICE_MS);
  } else if ('idle' in injection) {
    await Promise.all(upstreamProxies.map((proxy) => proxy.closeConnections(injection.idle)));
    await sleep(CLOSE_NOTICE_MS);
  } else throw new Error('Only certificates.faults.ts injects certificates.');
}
