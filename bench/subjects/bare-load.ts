/** Loads the bundled app of BENCH_APP in a process that has loaded nothing before, with a stub of the worker's module. */
import { createRequire } from 'node:module';
import { installWorker } from './worker-stub.mjs';

const app = process.env['BENCH_APP'] as string;
installWorker();

const before = performance.now();
createRequire(app)(app);
process.send?.({ loadMs: performance.now() - before });
process.once('disconnect', () => process.exit());
