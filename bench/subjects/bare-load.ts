/** Loads the bundled app of BENCH_APP in a process that has loaded nothing before it, with the worker's module as a stub. */
import Module, { createRequire } from 'node:module';

const app = process.env['BENCH_APP'] as string;
const original = Module.prototype.require;
const nothing = () => ({ dispose: nothing });
const core = {
  version: '3.9.1',
  hostVersion: '4.1042.100',
  Disposable: class {},
  registerFunction: nothing,
  registerHook: nothing,
  setProgrammingModel: nothing,
  getProgrammingModel: nothing,
  log: nothing,
};
Module.prototype.require = function require(this: Module, id: string) {
  return id === '@azure/functions-core' ? core : original.call(this, id);
};

const before = performance.now();
createRequire(app)(app);
process.send?.({ loadMs: performance.now() - before });
process.once('disconnect', () => process.exit());
