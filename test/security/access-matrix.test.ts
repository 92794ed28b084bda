import { expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { portalClientId } from '../../dev/personas.ts';
import { tenants } from '../../dev/seed.ts';
import { expectUntouched, readCode, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, toPath, type ValidRequest } from '../support/valid-requests.ts';

interface Grant {
  readonly roles: readonly string[];
  readonly tenants?: readonly string[];
  readonly clients?: readonly string[];
  readonly resources: readonly string[];
}

interface Caller {
  readonly tenant: string;
  readonly client: string;
  /** An application's token has no scope. */
  readonly scope: string | null;
  readonly role: string;
}

type Values = Readonly<Record<string, string>>;

const grants: readonly Grant[] = accessPolicy.grants;
const granted = grants.flatMap(({ resources }) => resources.map((resource) => resource.split('/').slice(1)));
const stranger = 'f0e1f000-0000-4000-8000-00000000000f';

const stack = await startStack({ settings: unlimited });

/** The text itself and similar texts that must not match it. */
function withNeighbours(text: string): string[] {
  return [text, text.toUpperCase(), `${text}0`];
}

/** The ids that the policy names after a segment. */
function listNamed(segment: string): string[] {
  return [...new Set(granted.flatMap((path) => path.filter((_, at) => path[at - 1] === segment)))];
}

/** The same with similar ones and an unknown one. */
function listIds(segment: string): string[] {
  return [...listNamed(segment).flatMap(withNeighbours), stranger];
}

/** Every resource that the policy distinguishes: an operation's route values, and the path that the policy checks. */
function listResources(request: ValidRequest): readonly { readonly values: Values; readonly path: string }[] {
  const { template, listsGranted } = request;
  if (template.startsWith('/subscriptions/')) {
    const exact = [...listNamed('subscriptions'), ...listNamed('resourceGroups'), stranger, 'rg-other'];
    if (!template.includes('{resourceGroupName}'))
      return listIds('subscriptions').map((subscriptionId) => ({
        values: { subscriptionId },
        path: `/subscriptions/${subscriptionId}/providers`,
      }));
    const groups = [...listIds('resourceGroups'), 'rg-other'];
    return listIds('subscriptions').flatMap((subscriptionId) =>
      groups
        // A similar text stands beside an exact one.
        .filter((resourceGroupName) => exact.includes(subscriptionId) || exact.includes(resourceGroupName))
        .map((resourceGroupName) => ({
          values: { subscriptionId, resourceGroupName },
          path: `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers`,
        })),
    );
  }
  if (listsGranted) return [{ values: {}, path: template }];
  if (template.startsWith('/companies')) {
    return listIds('companies').map((companyId) => ({ values: { companyId }, path: `/companies/${companyId}` }));
  }
  return [{ values: {}, path: toPath({ ...request, template: request.resource }) }];
}

const clients = [portalClientId, stranger, ...new Set(grants.flatMap((grant) => grant.clients ?? []))];

function listCallers(role: string): readonly Caller[] {
  return Object.values(tenants).flatMap((tenant) =>
    clients.flatMap((client) => ['user_impersonation', null].map((scope) => ({ tenant, client, scope, role }))),
  );
}

function startsWith(path: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, at) => segment === path[at]);
}

/** An independent reading of the policy: a grant of the role whose path covers the resource by segments, or is in the list, in any casing. */
function decide(
  { tenant, client, role }: Caller,
  operation: ValidRequest,
  path: string,
): 'granted' | 'forbidden' | 'insufficient_scope' {
  if (role !== operation.role) return 'insufficient_scope';
  const asked = path.toLowerCase().split('/');
  const holds = grants.some(
    (grant) =>
      grant.roles.includes(role) &&
      (grant.tenants ?? [tenant]).includes(tenant) &&
      (grant.clients ?? [client]).includes(client) &&
      grant.resources.some(
        (resource) =>
          startsWith(asked, resource.toLowerCase().split('/')) ||
          (operation.listsGranted && startsWith(resource.toLowerCase().split('/'), asked)),
      ),
  );
  return holds ? 'granted' : 'forbidden';
}

/** Returns a function that sends an unknown query parameter: access is decided first, so a granted request returns 400. */
async function createProbe({ tenant, client, scope, role }: Caller) {
  const oid = crypto.randomUUID();
  const claims = {
    tid: tenant,
    azp: client,
    scp: scope,
    idtyp: scope === null ? 'app' : null,
    roles: [role],
    oid,
    sub: oid,
  };
  const token = await stack.issueToken(claims);
  return async (request: ValidRequest, values: Values): Promise<string> => {
    const body = request.body === undefined ? {} : { body: request.body };
    const response = await stack.send(request.method, `${toPath(request, values)}?probe=1`, { token, ...body });
    const code = `${response.status} ${readCode(response)}`;
    return (
      {
        '400 invalid_request': 'granted',
        '403 forbidden': 'forbidden',
        '403 insufficient_scope': 'insufficient_scope',
      }[code] ?? code
    );
  };
}

const describeCell = ({ tenant, client, scope, role }: Caller, path: string) =>
  `${role} of ${tenant} by ${client} (${scope ?? 'application'}) at ${path}`;

/** One operation of each role and kind of resource: the others are decided alike. */
const distinct = eachRequest.filter(
  ([, request], index) => eachRequest.findIndex(([, other]) => toDecision(other) === toDecision(request)) === index,
);

function toDecision(request: ValidRequest): string {
  return JSON.stringify([request.role, request.listsGranted, listResources(request)]);
}

it.each(distinct)(
  'A19, A20, A21, A22 %s is open exactly to the callers and resources that the policy names',
  async (_, request) => {
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    const resources = listResources(request);
    await expectUntouched(stack, async () => {
      for (const [index, caller] of listCallers(request.role).entries()) {
        const probe = await createProbe(caller);
        // People and applications take turns at many resources: the policy makes no difference between them.
        const asked = resources.filter((_, at) => resources.length === 1 || (at + index) % 2 === 0);
        const responses = await Promise.all(asked.map(({ values }) => probe(request, values)));
        for (const [at, { path }] of asked.entries()) {
          expected[describeCell(caller, path)] = decide(caller, request, path);
          found[describeCell(caller, path)] = responses[at] ?? '';
        }
      }
    });
    expect(found).toEqual(expected);
    // Every tenant has a company; companies.test.ts has callers without one.
    expect(new Set(Object.values(expected))).toEqual(
      new Set(['granted', ...(request.listsGranted ? [] : ['forbidden'])]),
    );
  },
);
