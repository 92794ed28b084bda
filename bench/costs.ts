/** `npm run bench costs`: measures the memory of a worker under the typical load, and prints the table of docs/deploy.md. */

import { companies, items, resources } from '../dev/seed.ts';
import { buildInstance } from '../test/testbed/build-instance.ts';
import { startEmulators } from '../test/testbed/emulators.ts';
import { startInstance } from '../test/testbed/instance.ts';
import { composeCostTable, MEASURED } from './scale/costs.ts';
import { readDeployment } from './scale/deployment.ts';

const REQUESTS = 5_000;
const PARALLEL = 20;
/** Nine of ten are stored, as on a dashboard. */
const EVENTS = `${resources.virtualMachine}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
const ITEM = `/companies(${companies.contoso})/items(${items.contoso.bicycle})`;

const emulators = await startEmulators();
const built = await buildInstance();
// Past the proxies, whose port is not that of the links to next pages.
const settings = { ...emulators.settings, ARM_BASE_URL: `${emulators.upstream.url}/arm` };
const instance = await startInstance(built, settings);
try {
  const token = await emulators.issuer.issueToken({});
  const toMb = ({ peakBytes }: { readonly peakBytes: number }) => Math.round(peakBytes / 1e6);
  const start = toMb(await instance.measureMemory());
  const send = async (index: number) => {
    const path = index % 10 === 0 ? ITEM : EVENTS;
    const { status } = await instance.send({ method: 'GET', path, token });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  for (let sent = 0; sent < REQUESTS; sent += PARALLEL)
    await Promise.all(Array.from({ length: PARALLEL }, (_, index) => send(sent + index)));
  const peak = toMb(await instance.measureMemory());
  console.log(`worker: ${start} MB after the start, ${peak} MB at most after ${REQUESTS} requests`);
  console.log(`(the table is computed with ${MEASURED.workerMb.start} and ${MEASURED.workerMb.peak})\n`);
  console.log(composeCostTable(readDeployment()));
} finally {
  await instance.close();
  await built.remove();
  await emulators.close();
}
