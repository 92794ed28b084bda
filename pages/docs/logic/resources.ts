/** The operations by resource, then by verb; all from the document, so that added ones fall into place. */
import { toTitle, toVerb } from '../../console/logic/format.ts';
import type { Operation } from './document.ts';

/** `Streaming jobs`, as in their roles. What needs no role is of no resource, has none, and comes first. */
interface Resource {
  readonly noun: string;
  readonly operations: readonly (Operation & { readonly verb: string })[];
}

/** Lists, reads, then what creates, changes and deletes, then what else can be done. */
const ORDER: readonly string[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST'];

export function listResources(operations: readonly Operation[]): readonly Resource[] {
  const rank = ({ method, path }: Operation) => 2 * ORDER.indexOf(method) + Number(/[})]$/.test(path));
  const named = operations.map((operation) => {
    const noun = toNoun(operation);
    return { ...operation, noun, verb: noun === '' ? operation.summary : toVerb(operation.operationId, noun) };
  });
  const nouns = [...new Set(named.map(({ noun }) => noun))].toSorted(
    (one, other) => Number(one !== '') - Number(other !== ''),
  );
  const sorted = named.toSorted((one, other) => rank(one) - rank(other) || one.verb.localeCompare(other.verb));
  return nouns.map((noun) => ({ noun, operations: sorted.filter((each) => each.noun === noun) }));
}

function toNoun({ 'x-app-role': role = '' }: Operation): string {
  return toTitle(role.split('.')[0] ?? '').replace(/^Api /, 'API ');
}
