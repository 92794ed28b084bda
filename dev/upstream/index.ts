/** Emulator of the upstream APIs: stateful, seeded, and following the specification. */
import { Hono } from 'hono';
import { EmulatedServer } from '../faults/emulated-server.ts';
import { RecordLog } from '../records.ts';
import { listen, type RunningServer } from '../server.ts';
import { type ApiName, findApi, mapApis } from './apis.ts';
import { createArm } from './arm.ts';
import { createBusinessData } from './business-data.ts';
import { addControlRoutes } from './control.ts';
import { createDocuments } from './documents.ts';
import type { Emulation } from './emulation.ts';
import { createExampleApi } from './examples.ts';
import { createGraph } from './graph-backup-restore.ts';
import { Modes, modeSettings } from './modes.ts';
import { type Profile, profileNames } from './profiles.ts';
import { Quotas } from './quotas.ts';
import { createStore, resetStore } from './store.ts';

export interface UpstreamOptions {
  readonly port: number;
  /** Naming and behaviour: the specification's (`vendor`, the default) or the live cloud's. */
  readonly profile?: Profile;
  /** API key that the document model service accepts in place of a token; none when absent. */
  readonly documentsKey?: string | undefined;
  /** Where login links lead: an address, or a path of the emulator; the vendor's consent page when absent. */
  readonly consentUrl?: string;
  /** Frontdesk's request records, which the control API returns to the console. */
  readonly records?: RecordLog;
  /** Drops the responses that Frontdesk stores; without it the control API cannot. */
  readonly forget?: () => Promise<void>;
  /** Of pages of other machines that may call the control API. */
  readonly origins?: readonly string[];
  /** Time of the quotas in milliseconds; the machine's when absent. */
  readonly now?: () => number;
}

/** Starts the APIs under one origin, as apis.ts has them. `GET /_control` describes the control API. */
export function startUpstream({
  port,
  profile = 'vendor',
  documentsKey,
  consentUrl = 'https://consent.vendor.example/redirect/apim/login',
  records = new RecordLog(),
  origins = [],
  forget,
  now,
}: UpstreamOptions): Promise<RunningServer> {
  const names = profileNames[profile];
  const [modes, quotas, store] = [new Modes(), new Quotas(now), createStore(names)];
  const emulation: Emulation = { names, store, modes, quotas, consentUrl, documentsKey };
  const emulated: Partial<Record<ApiName, (emulation: Emulation) => Hono>> = {
    arm: createArm,
    graph: createGraph,
    docs: createDocuments,
    business: createBusinessData,
  };
  const apis = mapApis((name) => emulated[name]?.(emulation) ?? createExampleApi(name, emulation));
  const none = new Hono().all('*', (c) => c.text('No API is served here.\n', 404));
  const server = new EmulatedServer({
    apis: mapApis((name) => new RegExp(`^\\S+ /${findApi(name).base.split('/')[1]}(?=[/?]|$)`)),
    findApp: (api) => apis[api as ApiName] ?? none,
    recordsContent: true,
    reset() {
      resetStore(store, names);
      modes.set(modeSettings.parse({}));
      quotas.reset();
      return forget?.();
    },
    origins,
  });
  addControlRoutes(server, { emulation, records, forget });
  return listen(server.createServer(), port);
}
