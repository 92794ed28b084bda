/**
 * Loads the registered functions, sorts them, and finds the one that serves a request.
 * Source: azure-functions-host FunctionMetadataManager.cs (order), Utility.cs
 * (names), ScriptHost.cs (route conflicts).
 */
import { matchRoute, parseRouteTemplate, type RouteTemplate, type RouteValues, splitPath } from './route.ts';
import { type Binding, type FunctionMetadata, isTrigger, type RegisteredFunction } from './rpc.ts';
import { unsupported } from './unsupported.ts';

export interface LoadedFunction {
  readonly name: string;
  /** For example `items/{id}`. */
  readonly route: string;
  /** In upper case. */
  readonly methods: readonly string[];
}

export interface HostedFunction extends LoadedFunction {
  readonly registered: RegisteredFunction;
  readonly template: RouteTemplate;
}

export interface MatchedFunction {
  readonly hosted: HostedFunction;
  readonly params: RouteValues;
}

/** The members of an HTTP trigger that this host supports. */
const supportedMembers = ['type', 'direction', 'name', 'properties', 'route', 'methods', 'authLevel'];

/**
 * Loads the registered functions in the order of their names, ignoring case. Throws an Error that names the first
 * invalid one.
 */
export function loadFunctions(
  registrations: Iterable<RegisteredFunction>,
  ignored: readonly string[] = [],
): readonly HostedFunction[] {
  const isIgnored = ({ metadata: { bindings } }: RegisteredFunction) =>
    Object.values(bindings).some(({ type }) => ignored.includes(type));
  const sorted = [...registrations]
    .filter((one) => !isIgnored(one))
    .sort((a, b) => compareOrdinal(a.metadata.name, b.metadata.name));
  const loaded: HostedFunction[] = [];
  for (const registered of sorted) {
    const hosted = loadFunction(registered);
    requireFreeRoute(hosted, loaded);
    loaded.push(hosted);
  }
  return loaded;
}

/**
 * Returns the first function, in the order of names, with this method and a matching route; a literal route has no
 * precedence.
 */
export function findFunction(
  functions: readonly HostedFunction[],
  method: string,
  path: string,
): MatchedFunction | undefined {
  const segments = splitPath(path);
  for (const hosted of functions) {
    const params = hosted.methods.includes(method) ? matchRoute(hosted.template, segments) : undefined;
    if (params) return { hosted, params };
  }
  return undefined;
}

function loadFunction(registered: RegisteredFunction): HostedFunction {
  const { name } = registered.metadata;
  const where = `Function '${name}'`;
  if (!/^[a-z][a-z0-9_-]{0,127}$/i.test(name) || name.toLowerCase() === 'host') {
    throw new Error(`${where}: the name is invalid. Use up to 128 letters, digits, '_' and '-', and not 'host'.`);
  }
  const trigger = requireSupported(where, registered.metadata);
  const route = trigger.route || name;
  const methods = (trigger.methods ?? []).map((method) => method.toUpperCase());
  if (/^\/?(?:admin|runtime)/i.test(route)) {
    throw new Error(`${where}: the route '${route}' is reserved. Use one that does not begin with admin or runtime.`);
  }
  return { name, route, methods, registered, template: parseRouteTemplate(where, route) };
}

/** Returns the trigger; throws an Error if the function uses a feature that this host does not support. */
function requireSupported(where: string, { bindings, retryOptions }: FunctionMetadata): Binding {
  const trigger = Object.values(bindings).find(isTrigger);
  if (trigger?.type !== 'httpTrigger') throw unsupported(where, `the trigger '${trigger?.type ?? 'none'}'`);
  const unknown = Object.keys(trigger).find((member) => !supportedMembers.includes(member));
  if (unknown !== undefined) throw unsupported(where, `the trigger option '${unknown}'`);
  if (trigger.authLevel !== undefined && trigger.authLevel !== 'anonymous') {
    throw unsupported(where, `function keys (authLevel '${trigger.authLevel}')`);
  }
  if (retryOptions) throw unsupported(where, 'retries');
  const other = Object.values(bindings).find((binding) => binding !== trigger && binding.type !== 'http');
  if (other) throw unsupported(where, `the binding '${other.type}'`);
  return trigger;
}

function requireFreeRoute({ name, route, methods }: HostedFunction, loaded: readonly HostedFunction[]): void {
  const rival = loaded.find(
    (other) =>
      other.route.toLowerCase() === route.toLowerCase() && other.methods.some((method) => methods.includes(method)),
  );
  if (!rival) return;
  throw new Error(`Function '${name}': function '${rival.name}' has the same route and method. Change one of them.`);
}

function compareOrdinal(a: string, b: string): number {
  const [first, second] = [a.toUpperCase(), b.toUpperCase()];
  return first < second ? -1 : Number(first > second);
}
