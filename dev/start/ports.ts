/** Finds free ports and explains ports that are in use. */
import { createServer } from 'node:http';
import { listen } from '../server.ts';
import { componentNames, components, type Ports } from './components.ts';

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
  const advice = `Stop the process using it, set ${variable} to another port, or run npm start -- --free-ports.`;
  return new Error(`${message} ${advice}`, { cause: error });
}
