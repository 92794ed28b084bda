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

/** Has every role at Contoso; the default user of tokens. */
export const administrator: Person = {
  id: 'ada',
  name: 'Ada Okafor',
  username: 'ada@contoso.example',
  tenantId: tenants.contoso,
  objectId: '0b1ec000-0000-4000-8000-000000000001',
  roles,
  purpose: 'platform administrator; every role',
};

export const people: readonly Person[] = [
  administrator,
  {
    id: 'ben',
    name: 'Ben Lindqvist',
    username: 'ben@contoso.example',
    tenantId: tenants.contoso,
    objectId: '0b1ec000-0000-4000-8000-000000000002',
    roles: ['HealthEvents.Read', 'RestorePoints.Search'],
    purpose: 'on call; reads health events and searches restore points',
  },
  {
    id: 'carla',
    name: 'Carla Nunes',
    username: 'carla@contoso.example',
    tenantId: tenants.contoso,
    objectId: '0b1ec000-0000-4000-8000-000000000003',
    roles: ['Companies.Read', 'Customers.Read', 'Items.Read'],
    purpose: 'finance; reads customers and items',
  },
  {
    id: 'dan',
    name: 'Dan Petrov',
    username: 'dan@contoso.example',
    tenantId: tenants.contoso,
    objectId: '0b1ec000-0000-4000-8000-000000000004',
    roles: [],
    purpose: 'new employee; no role, every call is denied',
  },
  {
    id: 'fay',
    name: 'Fay Tanaka',
    username: 'fay@fabrikam.example',
    tenantId: tenants.fabrikam,
    objectId: '0b1ec000-0000-4000-8000-000000000005',
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
