/**
 * Replaces the module `@azure/functions-core`, which the real worker provides to `@azure/functions` at run time.
 * Source: azure-functions-nodejs-worker 3.9.1, setupCoreModule.ts, coreApi/registerFunction.ts.
 *
 * `@azure/functions` looks the module up once and keeps it, so it is a singleton; its state is reset for each app. The
 * library is not reset: an app that registers on import does so once per process. To start it again, import it again
 * (vi.resetModules).
 */
import Module from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogFilter, type LogRules, type Passes } from './log-levels.ts';
import type {
  FunctionCallback,
  FunctionMetadata,
  LogCategory,
  LogLevel,
  ProgrammingModel,
  RegisteredFunction,
} from './rpc.ts';
import { unsupported } from './unsupported.ts';

type HookCallback = (context: object) => unknown;

/** `log` takes the app's own log lines, `report` the host's. A line contains no line break. */
export interface Sinks {
  readonly log: (line: string) => void;
  readonly report: (line: string) => void;
}

/** The registrations of one app. */
export interface App extends Sinks {
  /** Whether a line of the log leaves the host, by `host.json`. */
  readonly passes: Passes;
  readonly functions: Map<string, RegisteredFunction>;
  readonly terminateHooks: HookCallback[];
  /** True after startup: the app cannot register functions any more. */
  isLocked: boolean;
  /** True once the host has ended its loggers. */
  isEnding: boolean;
}

let current: App | undefined;
let programmingModel: ProgrammingModel | undefined;
/** The library sets it once per process; an app may replace it for itself. */
let libraryModel: ProgrammingModel | undefined;
let isInstalled = false;

/** Starts a new app, which receives all further registrations. Throws while another app runs in this process. */
export function beginApp(sinks: Sinks, levels: LogRules = {}): App {
  if (current) throw new Error('A Functions host is already running in this process. Close it first.');
  installCore();
  programmingModel = libraryModel;
  const passes = createLogFilter(levels);
  current = { ...sinks, passes, functions: new Map(), terminateHooks: [], isLocked: false, isEnding: false };
  return current;
}

export function endApp(): void {
  current = undefined;
}

/** The model set by `@azure/functions`; undefined if the app has not used that package. */
export function getProgrammingModel(): ProgrammingModel | undefined {
  return programmingModel;
}

/** Runs the app's appTerminate hooks in the order of registration, for `ms` at most. What they log is lost. */
export async function runTerminateHooks(app: App, ms: number): Promise<void> {
  const { log, info, warn, error } = console;
  const lose = () => {};
  app.isEnding = true;
  Object.assign(console, { log: lose, info: lose, warn: lose, error: lose });
  try {
    await Promise.race([runHooks(app), delay(ms, undefined, { ref: false })]);
  } finally {
    Object.assign(console, { log, info, warn, error });
  }
}

async function runHooks({ terminateHooks }: App): Promise<void> {
  const context = { hookData: {}, appHookData: {} };
  for (const hook of terminateHooks) await hook(context);
}

/** Writes a log line of the app's if its category passes: `Function.<name>.User`, or another one of the host's. */
export function writeLog(app: App, level: LogLevel, category: string, message: string): void {
  if (app.isEnding || !app.passes(category, level)) return;
  const line = message.replace(/\r?\n/g, '\\n');
  if (category.endsWith('.User')) app.log(line);
  else app.report(`[${level}] ${line}`);
}

const coreModule = {
  version: '3.9.1',
  hostVersion: '4.1042.100',
  registerFunction,
  registerHook,
  getProgrammingModel,
  setProgrammingModel(model: ProgrammingModel): void {
    libraryModel ??= model;
    programmingModel = model;
  },
  log(level: LogLevel, category: LogCategory, message: string): void {
    writeLog(requireApp(), level, category === 'user' ? 'Host.Function.Console' : 'Worker', message);
  },
};

/**
 * Replaces `require` as the worker does; this works for CommonJS and ESM apps because `@azure/functions` is CommonJS.
 */
function installCore(): void {
  if (isInstalled) return;
  isInstalled = true;
  const original = Module.prototype.require;
  Module.prototype.require = function require(this: Module, id: string) {
    return id === '@azure/functions-core' ? coreModule : original.call(this, id);
  };
}

function registerFunction(metadata: FunctionMetadata, callback: FunctionCallback) {
  const { functions, isLocked } = requireApp();
  const { name } = metadata;
  if (isLocked) throw toSystemError('A function can only be registered during app startup.');
  if (functions.has(name)) throw toSystemError(`A function with id "${name}" has already been registered.`);
  functions.set(name, { metadata, callback });
  return { dispose: refuseDispose };
}

function registerHook(name: string, callback: HookCallback) {
  if (name !== 'appTerminate') throw unsupported(`app.hook.${name}`, 'hooks other than appTerminate');
  requireApp().terminateHooks.push(callback);
  return { dispose: refuseDispose };
}

function refuseDispose(): never {
  throw unsupported('dispose()', 'the disposal of functions and hooks');
}

function requireApp(): App {
  if (!current) throw toSystemError('No Functions host is running in this process.');
  return current;
}

/** `@azure/functions` recognizes platform errors by this property. */
function toSystemError(message: string): Error {
  return Object.assign(new Error(message), { isAzureFunctionsSystemError: true });
}
