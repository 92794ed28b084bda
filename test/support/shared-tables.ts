/** Starts one table service for all files of a run: Azurite takes half a second of CPU to load. Each stack has its own table. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tables: { readonly port: number; readonly connectionString: string };
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const file = fileURLToPath(new URL('tables-process.ts', import.meta.url));
  const child = fork(file, { execArgv: ['--import', 'tsx'] });
  const [address] = await once(child, 'message');
  provide('tables', address);
  return async () => {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  };
}
