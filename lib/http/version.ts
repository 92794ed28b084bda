/** The version that runs, and its process; every line of the log has both (request-record.ts). */
import { randomUUID } from 'node:crypto';

/** Defined by the build (tools/build.mjs). */
declare const FRONTDESK_VERSION: string | undefined;

/** The version of package.json and the commit (`1.2.3+0123456789ab`); `source` where the app was not built. */
export const VERSION: string = typeof FRONTDESK_VERSION === 'string' ? FRONTDESK_VERSION : 'source';

/** This process: limits, breakers and memory are its own. The platform's name of an instance survives a restart of the process. */
export const INSTANCE: string = randomUUID().slice(0, 8);
