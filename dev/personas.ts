/** The sample users and applications of the local issuer, and their roles. */
import { roles, tenants } from './seed.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly tenantId: string;
  readonly objectId: string;
  readonly roles: readonly string[];
  /** What this user is for; shown on the sign-in page. */
  readonly purpose: string;
}

export interface App {
  readonly name: string;
  readonly clientId: string;
  /** Accepted by the local issuer only. */
  readonly clientSecret: string;
  readonly tenantId: string;
  readonly objectId: string;
  readonly roles: readonly string[];
}

/** The default client id of delegated tokens. */
export const portalClientId = 'c11e0000-0000-4000-8000-000000000001';

const account = (id: string, tenant: keyof typeof tenants, number: number) => ({
  id,
  username: `${id}@${tenant}.example`,
  tenantId: tenants[tenant],
  objectId: `0b1ec000-0000-4000-8000-00000000000${number}`,
});

/** Has every role at Contoso; the default user of tokens. */
export const administrator: Person = {
  ...account('ada', 'contoso', 1),
  name: 'Ada Okafor',
  roles,
  purpose: 'platform administrator; every role',
};

export const people: readonly Person[] = [
  administrator,
  {
    ...account('ben', 'contoso', 2),
    name: 'Ben Lindqvist',
    roles: ['HealthEvents.Read', 'RestorePoints.Search'],
    purpose: 'on call; reads health events and searches restore points',
  },
  {
    ...account('carla', 'contoso', 3),
    name: 'Carla Nunes',
    roles: ['Companies.Read', 'Customers.Read', 'Items.Read'],
    purpose: 'finance; reads customers and items',
  },
  {
    ...account('dan', 'contoso', 4),
    name: 'Dan Petrov',
    roles: [],
    purpose: 'new employee; no role, every call is denied',
  },
  {
    ...account('fay', 'fabrikam', 5),
    name: 'Fay Tanaka',
    roles: ['HealthEvents.Read', 'StreamingJobs.Write', 'Companies.Read', 'Customers.Read', 'Items.Read'],
    purpose: 'Fabrikam operator; no access to Contoso',
  },
];

/** Contoso's build pipeline; the default application of tokens. */
export const pipeline: App = {
  name: 'Build pipeline',
  clientId: 'a9900000-0000-4000-8000-000000000001',
  clientSecret: 'local-pipeline-secret',
  tenantId: tenants.contoso,
  objectId: '0b1ec000-0000-4000-8000-000000000006',
  roles: ['Authorizations.Write', 'ApiDiagnostics.Write', 'StreamingJobs.Write', 'DocumentModels.AuthorizeCopy'],
};

export const apps: readonly App[] = [
  pipeline,
  {
    name: 'Fabrikam reporting',
    clientId: 'a9900000-0000-4000-8000-000000000002',
    clientSecret: 'local-reporting-secret',
    tenantId: tenants.fabrikam,
    objectId: '0b1ec000-0000-4000-8000-000000000007',
    roles: ['HealthEvents.Read', 'Customers.Read'],
  },
];
