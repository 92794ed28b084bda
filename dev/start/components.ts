/** The components of the local stack: the title of each, its usual port and the variable that changes it. */
export const components = {
  frontdesk: { title: 'Frontdesk', port: 7071, variable: 'FRONTDESK_PORT' },
  issuer: { title: 'issuer', port: 7081, variable: 'ISSUER_PORT' },
  identity: { title: 'identity', port: 7082, variable: 'IDENTITY_PORT' },
  upstream: { title: 'upstream', port: 7083, variable: 'UPSTREAM_PORT' },
  tables: { title: 'tables', port: 10002, variable: 'TABLES_PORT' },
  blobs: { title: 'blobs', port: 10000, variable: 'BLOBS_PORT' },
  queues: { title: 'queues', port: 10001, variable: 'QUEUES_PORT' },
} as const;

export type ComponentName = keyof typeof components;

export type Ports = Readonly<Record<ComponentName, number>>;

export const componentNames = Object.keys(components) as ComponentName[];
