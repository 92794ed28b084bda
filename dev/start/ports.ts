/** Free and taken ports. */
import { createServer } from 'node:http';
import { listen } from '../server.ts';
import { type Ports, partNames, parts } from './parts.ts';

/** Answers this port when it is free, or a free one for 0; throws the system's error for a taken one. */
export async function findPort(wanted: number): Promise<number> {
  const { port, close } = await listen(createServer(), wanted);
  await close();
  return port;
}

/** Answers the error, or, where it is the system's of a taken port, one that says who wanted it and what to do. */
export function nameTakenPort(error: Error & { code?: string; port?: number }, wanted: Ports): Error {
  const name = error.code === 'EADDRINUSE' && partNames.find((part) => wanted[part] === error.port);
  if (!name) return error;
  const { title, variable } = parts[name];
  const message = `Port ${error.port}, wanted by ${title}, is taken.`;
  const advice = `End what holds it, or set ${variable} to another port or to 0 for a free one.`;
  return new Error(`${message} ${advice}`, { cause: error });
}
