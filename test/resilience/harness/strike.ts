/** Brings a fault of the upstreams about. */
import { setTimeout as sleep } from 'node:timers/promises';
import { apiNames } from '../../../dev/upstream/calls.ts';
import type { Strike } from './expectation.ts';
import type { Rig } from './rig.ts';

/** What a socket needs to hear of the other side's end. */
const HEAR_MS = 10;

export async function strikeUpstream(rig: Rig, strike: Strike): Promise<void> {
  if ('scripted' in strike) await rig.upstream.fault({ times: strike.times, fault: strike.scripted });
  else if ('resolver' in strike) {
    rig.resolver.isDown = true;
    // A connection that is open needs no resolver.
    await Promise.all(apiNames.map((name) => rig.wires[name].endOpen('FIN')));
    await sleep(HEAR_MS);
  } else if ('wire' in strike) {
    await Promise.all(apiNames.map((name) => rig.wires[name].strike(strike.wire)));
    await sleep(HEAR_MS);
  } else if ('table' in strike) {
    await rig.wires.table.strike(strike.table);
  } else if ('idle' in strike) {
    await Promise.all(apiNames.map((name) => rig.wires[name].endOpen(strike.idle)));
    await sleep(HEAR_MS);
  } else throw new Error('Certificates are struck where there is TLS.');
}
