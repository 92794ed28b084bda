/** The components of the local stack and their ports. */
import { createServer } from 'node:http';
import { startCommand } from '../command-line.ts';
import { listen } from '../server.ts';

/** The title of each, its usual port and the variable that changes it. */
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

/** Returns this port if it is free, or a free one for 0. Throws the system's error if the port is in use. */
export async function findPort(requested: number): Promise<number> {
  const { port, close } = await listen(createServer(), requested);
  await close();
  return port;
}

/**
 * Returns an error that names the component and what to do if a component's port is in use; otherwise the error itself.
 */
export function explainPortInUse(error: Error & { code?: string; port?: number }, requested: Ports): Error {
  const name = error.code === 'EADDRINUSE' && componentNames.find((component) => requested[component] === error.port);
  if (!name) return error;
  const { title, variable } = components[name];
  const message = `Port ${error.port} (${title}) is in use.`;
  const advice = `Stop the process using it, set ${variable} to another port, or run ${startCommand} --free-ports.`;
  return new Error(`${message} ${advice}`, { cause: error });
}
