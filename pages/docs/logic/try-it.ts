/** Where the console has an operation, with the values of its example. */
import { toHref } from '../../console/logic/address.ts';
import { type Kind, toEventTarget, toScopeQuery } from '../../console/logic/kind.ts';
import { KINDS } from '../../console/logic/kinds.ts';
import { findView } from '../../console/operations.ts';
import type { Operation } from './document.ts';

/** Returns the address; undefined if the console has no view of the operation. */
export function toConsoleHref(operation: Operation): string | undefined {
  const view = findView(operation.operationId);
  if (view === undefined) return undefined;
  if (view.id === operation.operationId) return `/console${toHref(view.id)}`;
  const kind = KINDS.find(({ id }) => id === view.id);
  if (kind) return `/console${toHref(view.id, toQuery(kind, operation))}`;
  const body = operation.requestBody?.content['application/json'].example;
  if (operation.operationId === 'searchRestorePoints')
    return `/console${toHref(view.id, { ask: JSON.stringify(body) })}`;
  const target = toEventTarget(fillPath(operation));
  return `/console${target.startsWith('/subscriptions') ? toHref('health-events', { in: target }) : toHref(view.id)}`;
}

function toQuery(kind: Kind, { operationId, parameters }: Operation): Record<string, string> {
  const find = (name: string) => String(parameters.find((each) => each.name === name)?.example ?? '');
  return { ...toScopeQuery(kind, find), tab: operationId === kind.write ? 'edit' : '' };
}

function fillPath({ path, parameters }: Operation): string {
  return parameters.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example ?? '')), path);
}
