/** A streaming job whose PUT the emulator leaves pending, and the polls of it. */
import { buildStreamingJob, buildStreamingJobPath, grantEverything } from './builders.ts';
import { startStack } from './stack.ts';

/** Signed: its bytes must stay as they are. */
const QUERY = "?api-version=2020-03-01&t=638-1&c=MII%2fx%2BY'&s=a_b-c~&h=%e2";

/** Returns the path of the progress of a write of this job. */
export function toProgress(path: string): string {
  return `${path.split('/').slice(0, 3).join('/')}/providers/Vendor.StreamAnalytics/locations/west/operationresults/1`;
}

export async function startLongRunning() {
  const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything }, expectedAlerts: ['upstream_drift'] });
  const path = buildStreamingJobPath();
  const results = toProgress(path) + QUERY;
  const toLocation = (target = results) => `${stack.upstream.url}/arm${target}`;
  const put = () => stack.send('PUT', path, { body: buildStreamingJob() });
  return {
    stack,
    path,
    /** Path and query of the address that the upstream gives out by default. */
    results,
    /** What our addresses look like. */
    address: new RegExp(`^${stack.url}/operations/[\\w-]{100,}$`),
    toLocation,
    put,
    /** Makes the write pending, with these headers of the upstream. */
    async putPending(headers: Record<string, string> = { location: toLocation(), 'retry-after': '10' }) {
      const fault = { kind: 'status', status: 202, headers, processed: true } as const;
      await stack.upstream.fault({ api: 'arm', method: 'PUT', fault });
      return put();
    },
    /** What the upstream returns to the next poll. */
    respondToPoll: (status: number, more: { headers?: Record<string, string>; body?: object } = {}) =>
      stack.upstream.fault({ api: 'arm', method: 'GET', fault: { kind: 'status', status, ...more } }),
    poll: (location = '', token?: string) =>
      stack.send('GET', location.replace(stack.url, ''), token === undefined ? {} : { token }),
  };
}
