/** The ids and names shared by the whole local stack: tenants, resources and the managed identity. */
import appRoles from '../infra/app/roles.json' with { type: 'json' };

export const tenants = {
  contoso: 'c0a70500-0000-4000-8000-000000000001',
  fabrikam: 'fab00000-0000-4000-8000-000000000002',
} as const;

/** The tenant of personal accounts; the same in every cloud. The issuer signs its tokens with a key of their own. */
export const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

export const subscriptions = {
  contoso: '5ab00000-0000-4000-8000-00000000000a',
  fabrikam: '5ab00000-0000-4000-8000-00000000000b',
} as const;

export const companies = {
  contoso: 'c0400000-0000-4000-8000-00000000000a',
  fabrikam: 'c0400000-0000-4000-8000-00000000000b',
} as const;

export const resourceGroup = 'rg-shop';

/** Frontdesk's managed identity; the emulated identity endpoint issues its tokens. */
export const managedIdentity = {
  clientId: '1de00000-0000-4000-8000-000000000001',
  objectId: '1de00000-0000-4000-8000-000000000002',
  tenantId: tenants.contoso,
} as const;

/** Audience of a managed-identity token for each emulated API: the scope without its `/.default`. */
export const upstreamAudiences = {
  arm: 'https://management.vendor.example',
  graph: 'https://graph.vendor.example',
  documents: 'https://documents.vendor.example',
  business: 'https://business.vendor.example',
} as const;

/** The `aud` of callers' tokens. */
export const frontdeskAudience = 'api://frontdesk';

/** The roles of Frontdesk's application, as a deployment creates it. */
export const roles = appRoles.map(({ value }) => value);

const contosoGroup = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}`;

/** A sick one, with every kind of health event; a healthy one; and a nested one with planned work. */
export const resources = {
  virtualMachine: `${contosoGroup}/providers/Vendor.Compute/virtualMachines/vm-web`,
  healthyMachine: `${contosoGroup}/providers/Vendor.Compute/virtualMachines/vm-mail`,
  database: `${contosoGroup}/providers/Vendor.Sql/servers/sql-shop/databases/orders`,
} as const;

/** Resources of Contoso at the management API that exist from the start. */
export const managed = {
  service: 'gateway-shop',
  provider: 'github',
  /** Connected, and waiting for consent. */
  authorizations: { connected: 'release', waiting: 'nightly' },
  /** A code of the connected one that a browser has brought back. */
  consentCode: '0dec0de0-0000-4000-8000-000000000001',
  api: 'orders',
  diagnostic: 'applicationinsights',
  /** Created, and running. */
  jobs: { created: 'orders-per-minute', running: 'visits-per-page' },
} as const;

/** Protection units of the emulated backup-restore API; `empty` has no restore point. */
export const protectionUnits = {
  shopSite: '9a700000-0000-4000-8000-000000000001',
  financeSite: '9a700000-0000-4000-8000-000000000002',
  drive: '9a700000-0000-4000-8000-000000000003',
  mailbox: '9a700000-0000-4000-8000-000000000004',
  empty: '9a700000-0000-4000-8000-000000000005',
} as const;

/** One restore session per state, and a second draft; only drafts can be deleted. */
export const restoreSessions = {
  draft: '5e550000-0000-4000-8000-000000000001',
  secondDraft: '5e550000-0000-4000-8000-000000000002',
  activating: '5e550000-0000-4000-8000-000000000003',
  active: '5e550000-0000-4000-8000-000000000004',
  completed: '5e550000-0000-4000-8000-000000000005',
  completedWithError: '5e550000-0000-4000-8000-000000000006',
  failed: '5e550000-0000-4000-8000-000000000007',
} as const;

/** A document model id that exists in the target resource: a copy to it is rejected. */
export const takenModelId = 'invoices-2025';

export const customers = {
  contoso: {
    adatum: 'c0500000-0000-4000-8000-0000000000a1',
    treyResearch: 'c0500000-0000-4000-8000-0000000000a2',
    schoolOfFineArt: 'c0500000-0000-4000-8000-0000000000a3',
  },
  fabrikam: {
    cohoWinery: 'c0500000-0000-4000-8000-0000000000b1',
    relecloud: 'c0500000-0000-4000-8000-0000000000b2',
    graphicDesign: 'c0500000-0000-4000-8000-0000000000b3',
  },
} as const;

export const items = {
  contoso: {
    bicycle: '17e00000-0000-4000-8000-0000000000a1',
    bell: '17e00000-0000-4000-8000-0000000000a2',
    screw: '17e00000-0000-4000-8000-0000000000a3',
    delivery: '17e00000-0000-4000-8000-0000000000a4',
  },
  fabrikam: {
    desk: '17e00000-0000-4000-8000-0000000000b1',
    lamp: '17e00000-0000-4000-8000-0000000000b2',
    grain: '17e00000-0000-4000-8000-0000000000b3',
    assembly: '17e00000-0000-4000-8000-0000000000b4',
  },
} as const;
