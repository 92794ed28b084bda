/**
 * Decides which registered functions are loaded, in which order their routes are tried, and which of them a request reaches.
 * Source: azure-functions-host FunctionMetadataManager.cs (order), Utility.cs (names), ScriptHost.cs (routes in conflict),
 * WebScriptHostHttpRoutesManager.cs; WebJobsRouteBuilder.cs (prefix).
 */
import { matchRoute, type RouteValues } from './route-match.ts';
import { parseRouteTemplate, type RouteTemplate } from './route-template.ts';
import type { Binding, RegisteredFunction } from './rpc.ts';
import { parseTimerSchedule } from './timer.ts';

export interface LoadedFunction {
  readonly name: string;
  /** The trigger's type without its last word: `http`, `timer`, `queue` … */
  readonly kind: string;
  /** The whole template, prefix included, e.g. `api/items/{id}`; http only. */
  readonly route?: string;
  /** Undefined for all methods. */
  readonly methods?: readonly string[];
}

export interface HostedFunction extends LoadedFunction {
  readonly registered: RegisteredFunction;
  readonly trigger: Binding;
  readonly template?: RouteTemplate;
}

/**
 * Loads what was registered, sorted by name in any case.
 * A function in error is left out and reported; a route template that does not parse stops the host, so it throws.
 */
export function loadFunctions(
  registrations: Iterable<RegisteredFunction>,
  routePrefix: string,
  report: (line: string) => void,
): readonly HostedFunction[] {
  const sorted = [...registrations].sort((a, b) => compareOrdinal(a.metadata.name, b.metadata.name));
  const loaded: HostedFunction[] = [];
  for (const registered of sorted) {
    const { name } = registered.metadata;
    const trigger = findTrigger(registered);
    const fault = findFault(name, trigger, loaded);
    if (!trigger || fault !== undefined) {
      report(`The '${name}' function is in error: ${fault}`);
    } else {
      loaded.push({ name, ...describeTrigger(name, trigger, routePrefix), registered, trigger });
    }
  }
  return loaded;
}

/** Answers the first function, in the order of names, whose route and methods fit. There is no better match than the first. */
export function findFunction(functions: readonly HostedFunction[], method: string, path: string) {
  for (const hosted of functions) {
    const mayTake = hosted.methods?.some((allowed) => allowed.toUpperCase() === method.toUpperCase()) ?? true;
    const values: RouteValues | undefined = hosted.template && mayTake ? matchRoute(hosted.template, path) : undefined;
    if (values) {
      return { hosted, values };
    }
  }
  return undefined;
}

function isHttpTrigger({ type }: Binding): boolean {
  return type.toLowerCase() === 'httptrigger';
}

function isTimerTrigger({ type }: Binding): boolean {
  return type.toLowerCase() === 'timertrigger';
}

function findTrigger({ metadata }: RegisteredFunction): Binding | undefined {
  return Object.values(metadata.bindings).find(({ type }) => /trigger$/i.test(type));
}

function findFault(name: string, trigger: Binding | undefined, loaded: readonly HostedFunction[]): string | undefined {
  if (!/^[a-z][a-z0-9_-]{0,127}$/i.test(name) || name.toLowerCase() === 'host') {
    return `'${name}' is not a valid function name.`;
  }
  if (!trigger) {
    return 'No trigger binding specified. A function must have a trigger input binding.';
  }
  if (isTimerTrigger(trigger)) {
    return findScheduleFault(trigger);
  }
  if (!isHttpTrigger(trigger)) {
    return undefined;
  }
  const route = comparableRoute(trigger.route || name);
  if (/^(?:admin|runtime)/.test(route)) {
    return 'The specified route conflicts with one or more built in routes.';
  }
  const rival = loaded.find(
    (other) =>
      isHttpTrigger(other.trigger) &&
      comparableRoute(other.trigger.route || other.name) === route &&
      shareMethods(trigger.methods, other.methods),
  );
  return rival && `The route specified conflicts with the route defined by function '${rival.name}'.`;
}

function findScheduleFault(trigger: Binding): string | undefined {
  try {
    parseTimerSchedule(trigger);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function describeTrigger(name: string, trigger: Binding, routePrefix: string) {
  if (!isHttpTrigger(trigger)) {
    return { kind: trigger.type.replace(/trigger$/i, '') };
  }
  const relative = trigger.route || name;
  const route = routePrefix === '' ? relative : `${routePrefix}/${relative}`;
  return {
    kind: 'http',
    route,
    template: parseRoute(name, route),
    ...(trigger.methods && { methods: trigger.methods }),
  };
}

function parseRoute(name: string, route: string): RouteTemplate {
  try {
    return parseRouteTemplate(route);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `An error occurred while creating the route with name '${name}' and template '${route}'. ${reason}`,
      { cause },
    );
  }
}

function comparableRoute(route: string): string {
  return route.replace(/^\/+|\/+$/g, '').toLowerCase();
}

function shareMethods(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  return !some?.length || !others?.length || some.some((method) => others.includes(method));
}

function compareOrdinal(a: string, b: string): number {
  const [first, second] = [a.toUpperCase(), b.toUpperCase()];
  return first < second ? -1 : Number(first > second);
}
