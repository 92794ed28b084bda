/** The console's views, and the method, path and role of each operation, from the OpenAPI document. */
import openApi from '../../docs/openapi.json' with { type: 'json' };
import type { Operation } from '../docs/logic/document.ts';
import { toVerb } from './logic/format.ts';
import { listOperationNames } from './logic/kind.ts';
import { KINDS } from './logic/kinds.ts';
import type { User } from './session.ts';

/** What is read of an operation; the build keeps only that (pages/build.mjs). */
type Read = Pick<Operation, 'operationId' | 'summary' | 'tags' | 'x-app-role'>;

export const DESCRIBED = Object.entries(openApi.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Read>>).map(([method, operation]) => ({
    name: operation.operationId,
    summary: operation.summary,
    group: operation.tags[0] ?? '',
    /** App role that the API requires; empty if it requires none. */
    role: operation['x-app-role'] ?? '',
    method: method.toUpperCase(),
    /** As in the specification: names of the `vendor` profile. */
    path,
  })),
);

/** @throws {Error} If the document has no such operation. */
export function findOperation(name: string) {
  const found = DESCRIBED.find((each) => each.name === name);
  if (found === undefined) throw new Error(`docs/openapi.json has no operation ${name}.`);
  return found;
}

export interface View {
  /** In the URL after `#/`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The first one is what the view cannot do without. */
  readonly operations: readonly [string, ...string[]];
}

/** Pages that were made for their operations. */
const MADE: readonly View[] = [
  {
    id: 'fleet',
    title: 'Fleet',
    summary: 'Which of your resources is unwell, and why.',
    operations: ['listHealthEvents', 'listNestedHealthEvents'],
  },
  {
    id: 'health-events',
    title: 'Health events',
    summary: 'Incidents, maintenance and advisories of a resource or a subscription.',
    operations: ['listHealthEvents', 'listNestedHealthEvents', 'listSubscriptionHealthEvents'],
  },
  {
    id: 'restore-points',
    title: 'Restore points',
    summary: 'Points in time to which sites, drives and mailboxes can be restored.',
    operations: ['searchRestorePoints'],
  },
  {
    id: 'model-copies',
    title: 'Model copies',
    summary: 'Allow the copy of a document model to this resource.',
    operations: ['authorizeModelCopy'],
  },
  ...KINDS.map((kind) => ({ ...kind, operations: listOperationNames(kind) })),
];

/** The other operations have a page each, with a form of their own parameters. */
const isMade = (name: string) => MADE.some(({ operations }) => operations.includes(name));
const OTHERS = DESCRIBED.filter(({ name, role }) => role !== '' && !isMade(name)).map(
  ({ name, summary, method, path }): View => ({
    id: name,
    title: summary,
    summary: `${method} ${path}`,
    operations: [name],
  }),
);

export const VIEWS: readonly View[] = [...MADE, ...OTHERS];

export const GROUPS: readonly string[] = [...new Set(VIEWS.map(toGroup))];

/** Returns the made view of the resource that another operation is about: the last one whose noun is in its path. */
function findResource({ id, operations: [name] }: View): View | undefined {
  const segments = findOperation(name).path.toLowerCase().split(/[/(]/);
  const rank = ({ operations }: View) =>
    segments.lastIndexOf(/\w+$/.exec(findOperation(operations[0]).path.toLowerCase())?.[0] ?? '');
  const near = MADE.filter((view) => view.id !== id && rank(view) > 0);
  return near.toSorted((one, other) => rank(one) - rank(other)).at(-1);
}

/** Returns the pages of a service, and below each those of what else can be done with its resource, by their verbs. */
export function listBranches(group: string) {
  const isOf = (view: View) => toGroup(view) === group;
  const alone = OTHERS.filter((view) => isOf(view) && findResource(view) === undefined);
  return [
    ...MADE.filter(isOf).map((view) => ({
      view,
      others: OTHERS.filter((each) => findResource(each) === view).map((each) => ({
        view: each,
        label: toVerb(each.id, view.title),
      })),
    })),
    ...alone.map((view) => ({ view, others: [] })),
  ];
}

/** Returns the service that a view is of. */
export function toGroup({ operations }: View): string {
  return findOperation(operations[0]).group;
}

/** Returns whether a user has the role of an operation. */
export function mayCall({ roles }: Pick<User, 'roles'>, operation: string | undefined): boolean {
  return operation !== undefined && roles.includes(findOperation(operation).role);
}

/** Returns whether a user may do anything on a view: one operation of it is enough. */
export function mayUse({ operations }: View, user: Pick<User, 'roles'>): boolean {
  return operations.some((name) => mayCall(user, name));
}

/** Returns the view with this operation; an operation can be on several. */
export function findView(operation: string): View | undefined {
  return VIEWS.find(({ operations }) => operations.includes(operation));
}
