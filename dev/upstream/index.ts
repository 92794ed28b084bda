/** Stand-in for the cloud's APIs: stateful, seeded, and behaving as the specification says. */
import { createRecordLog, type RecordLog } from '../records.ts';
import { managedIdentity, upstreamAudiences } from '../seed.ts';
import { listen, type RunningServer } from '../server.ts';
import { createArm } from './arm.ts';
import { createBusinessData } from './business-data.ts';
import { createCallLog } from './calls.ts';
import { createControl } from './control.ts';
import { createDocuments } from './documents.ts';
import type { Audiences, Emulation } from './emulation.ts';
import { createFaultQueue } from './faults.ts';
import { createFront } from './front.ts';
import { createGraph } from './graph-backup-restore.ts';
import { namesOf, type Profile } from './names.ts';
import { createStore } from './store.ts';

export interface UpstreamOptions {
  readonly port: number;
  /** Whose names and habits: the specification's (`vendor`, the default) or the live cloud's. */
  readonly profile?: Profile;
  /** Audience that each API expects in a token; the seed's when absent. */
  readonly audiences?: Audiences;
  /** App id that tokens have to be issued to; the seed's managed identity when absent. */
  readonly clientId?: string;
  /** Key that the document model service takes beside tokens; none when absent. */
  readonly documentsKey?: string;
  /** What Frontdesk told of its requests: the control API shows it to a console. */
  readonly records?: RecordLog;
}

/** Starts the four APIs under one origin: `/arm`, `/graph/v1.0`, `/docs`, `/business/v2.0`. Control: `GET /_control` describes it. */
export function startUpstream({
  port,
  profile = 'vendor',
  audiences = upstreamAudiences,
  clientId = managedIdentity.clientId,
  documentsKey,
  records = createRecordLog(),
}: UpstreamOptions): Promise<RunningServer> {
  const names = namesOf[profile];
  const emulation: Emulation = { names, store: createStore(names), audiences, clientId, documentsKey };
  const calls = createCallLog();
  const faults = createFaultQueue();
  const apis = {
    arm: createArm(emulation),
    graph: createGraph(emulation),
    docs: createDocuments(emulation),
    business: createBusinessData(emulation),
  };
  return listen(createFront({ apis, control: createControl(emulation, calls, faults, records), calls, faults }), port);
}
