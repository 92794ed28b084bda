/** Which version runs; every line of the log says it. */

/** Defined by the build (build.mjs). */
declare const FRONTDESK_VERSION: string | undefined;

/** The version of package.json and the commit (`1.2.3+0123456789ab`); `source` where the app was not built. */
export const VERSION: string = typeof FRONTDESK_VERSION === 'string' ? FRONTDESK_VERSION : 'source';

/** Returns a line of the log: one JSON object, whose last member is the app's version. */
export const toLogLine = (record: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...record, version: VERSION });
