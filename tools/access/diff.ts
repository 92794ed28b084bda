/** What a change of the policy adds and removes, however its grants are arranged. */
import type { PolicyDocument } from '../../lib/policy/policy-source.ts';
import { CliError } from './cli.ts';

/** One role of one caller on one resource. */
type Right = readonly [role: string, tenant: string, client: string, resource: string];

const ANY = '';
const MAX_RIGHTS = 500_000;

/** Returns one line for each difference: `+` added, `-` removed, `~` changed; none for policies that allow the same. */
export function diffPolicies(before: Partial<PolicyDocument>, after: Partial<PolicyDocument>): string[] {
  const [old, now] = [listRights(before), listRights(after)];
  return [
    ...describeRights(
      '-',
      [...old].filter(([key]) => !now.has(key)).map(([, right]) => right),
    ),
    ...describeRights(
      '+',
      [...now].filter(([key]) => !old.has(key)).map(([, right]) => right),
    ),
    ...diffLimits(flatten(before.limits), flatten(after.limits)),
  ];
}

function listRights({ grants = [] }: Partial<PolicyDocument>): Map<string, Right> {
  const rights = new Map<string, Right>();
  for (const grant of grants) {
    for (const right of combine(grant)) rights.set(right.join('\n'), right);
    if (rights.size > MAX_RIGHTS) throw new CliError('The policy has too many grants to compare.');
  }
  return rights;
}

function combine({ roles, tenants = [ANY], clients = [ANY], resources }: PolicyDocument['grants'][number]): Right[] {
  const callers = tenants.flatMap((tenant) => clients.map((client) => [tenant, client] as const));
  const places = callers.flatMap((caller) => resources.map((resource) => [...caller, resource] as const));
  return places.flatMap((place) => roles.map((role): Right => [role, ...place]));
}

/** Roles of the same callers on the same resource are one line. */
function describeRights(sign: string, rights: readonly Right[]): string[] {
  const roles = new Map<string, string[]>();
  for (const [role, tenant, client, resource] of rights) {
    const who = [tenant && `tenant ${tenant}`, client && `client ${client}`].filter(Boolean).join(', ');
    const key = `on ${resource === '*' ? 'every resource' : resource} for ${who || 'every caller'}`;
    roles.set(key, [...(roles.get(key) ?? []), role]);
  }
  return [...roles].map(([key, held]) => `${sign} ${held.join(', ')} ${key}`);
}

type Leaves = Readonly<Record<string, unknown>>;

function diffLimits(before: Leaves, after: Leaves): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
  return paths.map((path) => {
    if (!(path in after)) return `- ${path} ${before[path]}`;
    return path in before ? `~ ${path} ${before[path]} → ${after[path]}` : `+ ${path} ${after[path]}`;
  });
}

function flatten(value: unknown, path = 'limits'): Leaves {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) return { [path]: value };
  return Object.assign({}, ...Object.entries(value).map(([name, member]) => flatten(member, `${path}.${name}`)));
}
