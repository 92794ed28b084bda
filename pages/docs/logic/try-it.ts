/** Where the console has an operation, with the values of its example. */
import { toHref } from '../../console/logic/address.ts';
import { KINDS } from '../../console/logic/kinds.ts';
import { toViewHref } from '../../console/logic/request-code.ts';
import type { Operation } from './document.ts';

/** Returns the address; undefined if the console has no view of the operation. */
export function toConsoleHref({ operationId, parameters, requestBody }: Operation): string | undefined {
  const examples = parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, String(example)]]));
  const href = toViewHref(operationId, Object.fromEntries(examples));
  const body = requestBody?.content['application/json'].example;
  if (operationId === 'searchRestorePoints')
    return `/console${toHref('restore-points', { ask: JSON.stringify(body) })}`;
  const isWrite = KINDS.some(({ write }) => write === operationId);
  return href && `/console${href}${isWrite ? '&tab=new' : ''}`;
}
