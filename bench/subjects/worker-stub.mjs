/** A stub of the Functions worker for apps that are only loaded: provides the worker's module and records registrations. */
import Module from 'node:module';

/** Replaces `@azure/functions-core` for this process. */
export function installWorker() {
  const registered = { functions: new Map(), callbacks: new Map(), model: undefined };
  const nothing = () => ({ dispose: nothing });
  const core = {
    version: '3.9.1',
    hostVersion: '4.1042.100',
    Disposable: class {},
    registerHook: nothing,
    log: nothing,
    registerFunction(metadata, callback) {
      registered.functions.set(metadata.name, metadata);
      registered.callbacks.set(metadata.name, callback);
      return nothing();
    },
    getProgrammingModel: () => registered.model,
    setProgrammingModel(model) {
      registered.model = model;
    },
  };
  const original = Module.prototype.require;
  Module.prototype.require = function require(id) {
    return id === '@azure/functions-core' ? core : original.call(this, id);
  };
  return registered;
}
