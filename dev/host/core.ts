/**
 * Stand-in for the module `@azure/functions-core`, which the real worker gives to `@azure/functions` at run time.
 * Source: azure-functions-nodejs-worker 3.9.1, setupCoreModule.ts, coreApi/registerFunction.ts, hooks/getHooks.ts.
 *
 * `@azure/functions` looks the module up once and keeps it, so this one is a singleton whose state begins anew with each app.
 * The library itself does not begin anew: the first start in a process locks `app.setup()` for good, and an app that registers
 * at import does so once. A second start in a process calls a function that registers, or imports the app anew (vitest: vi.resetModules).
 */
import Module from 'node:module';
import type {
  FunctionCallback,
  FunctionMetadata,
  LogCategory,
  LogLevel,
  ProgrammingModel,
  RegisteredFunction,
} from './rpc.ts';

const workerVersion = '3.9.1';
export const hostVersion = '4.1042.100';

const hookNames = ['appStart', 'appTerminate', 'preInvocation', 'postInvocation'] as const;
type HookName = (typeof hookNames)[number];
type HookCallback = (context: object) => unknown;

/** Where an app's own log lines go, and where the host's remarks go. A line never contains a line break. */
export interface Sinks {
  readonly log: (line: string) => void;
  readonly report: (line: string) => void;
}

/** What one app has registered. */
export interface App extends Sinks {
  readonly functions: Map<string, RegisteredFunction>;
  readonly hooks: Readonly<Record<HookName, HookCallback[]>>;
  /** What the hooks of the app's start and end share; `appHookData` with those of its invocations too. */
  readonly hookData: { readonly hookData: object; readonly appHookData: object };
  locked: boolean;
}

let current: App | undefined;
let programmingModel: ProgrammingModel | undefined;
let isInstalled = false;

/**
 * Begins a new app: whatever `@azure/functions` registers from now on belongs to it.
 * Throws while another app of this process has not ended.
 */
export function beginApp(sinks: Sinks): App {
  if (current) {
    throw new Error('A Functions host is running in this process already: close it first.');
  }
  installCore();
  current = {
    ...sinks,
    functions: new Map(),
    hooks: { appStart: [], appTerminate: [], preInvocation: [], postInvocation: [] },
    hookData: { hookData: {}, appHookData: {} },
    locked: false,
  };
  return current;
}

export function endApp(): void {
  current = undefined;
}

/** The model that `@azure/functions` has set; undefined when the app has never used that package. */
export function getProgrammingModel(): ProgrammingModel | undefined {
  return programmingModel;
}

/** Runs an app's hooks of one kind, one after the other, in the order of their registration. */
export async function runHooks(app: App, name: HookName, context: object): Promise<void> {
  for (const hook of app.hooks[name]) {
    await hook(context);
  }
}

/**
 * Writes one log line: an app's own goes out unprefixed, the worker's as a remark of the host.
 * Levels below information are dropped, as the real host does unless host.json says otherwise.
 */
export function writeLog(app: Sinks, level: LogLevel, category: LogCategory, message: string): void {
  if (level === 'trace' || level === 'debug' || level === 'none') {
    return;
  }
  const line = message.replace(/\r?\n/g, '\\n');
  if (category === 'user') {
    app.log(line);
  } else {
    app.report(`[${level}] ${line}`);
  }
}

class Disposable {
  readonly #onDispose: () => void;

  static from(...disposables: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const disposable of disposables) {
        disposable.dispose();
      }
    });
  }

  constructor(onDispose: () => void) {
    this.#onDispose = onDispose;
  }

  dispose(): void {
    this.#onDispose();
  }
}

const coreModule = {
  version: workerVersion,
  hostVersion,
  Disposable,
  registerFunction,
  registerHook,
  getProgrammingModel,
  setProgrammingModel(model: ProgrammingModel): void {
    programmingModel = model;
  },
  log(level: LogLevel, category: LogCategory, message: string): void {
    writeLog(requireApp(), level, category, message);
  },
};

/** The worker's own way: one replaced method serves CommonJS and ESM apps, since `@azure/functions` is CommonJS itself. */
function installCore(): void {
  if (isInstalled) {
    return;
  }
  isInstalled = true;
  const original = Module.prototype.require;
  Module.prototype.require = function require(this: Module, id: string) {
    return id === '@azure/functions-core' ? coreModule : original.call(this, id);
  };
}

function registerFunction(metadata: FunctionMetadata, callback: FunctionCallback): Disposable {
  const { functions } = requireUnlockedApp('A function can only be registered during app startup.');
  const id = metadata.functionId ?? metadata.name;
  if (functions.has(id)) {
    throw systemError(new Error(`A function with id "${id}" has already been registered.`));
  }
  functions.set(id, { metadata, callback });
  return new Disposable(() => {
    requireUnlockedApp('A function can only be disposed during app startup.').functions.delete(id);
  });
}

function registerHook(name: string, callback: HookCallback): Disposable {
  const hookName = hookNames.find((known) => known === name);
  if (hookName === undefined) {
    throw systemError(new RangeError(`Unrecognized hook "${name}"`));
  }
  const hooks = requireApp().hooks[hookName];
  hooks.push(callback);
  return new Disposable(() => {
    const index = hooks.indexOf(callback);
    if (index >= 0) {
      hooks.splice(index, 1);
    }
  });
}

function requireUnlockedApp(message: string): App {
  const app = requireApp();
  if (app.locked) {
    throw systemError(new Error(message));
  }
  return app;
}

function requireApp(): App {
  if (!current) {
    throw systemError(new Error('No Functions host is running in this process.'));
  }
  return current;
}

/** The mark by which `@azure/functions` knows an error as the platform's, not the app's. */
function systemError<E extends Error>(error: E): E {
  return Object.assign(error, { isAzureFunctionsSystemError: true });
}
