/**
 * `tsx dev/host.ts [--root DIR] [--port 7071] [--cors ORIGINS] [--loopback-origins]`: runs the function app without Core Tools, as `func start` would.
 * An exception outside a handler ends the process with 1, as in the real worker.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applySettings, loadEntry } from './host/app-files.ts';
import { parseCors } from './host/cors.ts';
import type { LoadedFunction } from './host/function-table.ts';
import { readLocalSettings } from './host/local-settings.ts';
import { startHost } from './host/server.ts';

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const { values: args } = parseArgs({
    options: {
      root: { type: 'string', default: '.' },
      port: { type: 'string' },
      cors: { type: 'string' },
      'loopback-origins': { type: 'boolean', default: false },
    },
  });
  const rootDir = resolve(args.root);
  const { values, ignored, ...local } = await readLocalSettings(rootDir);
  if (ignored.length > 0)
    process.stderr.write(`local.settings.json: the built-in host ignores ${ignored.join(', ')}.\n`);
  const port = args.port === undefined ? (local.port ?? 7071) : parsePort(args.port);
  const named = parseCors(args.cors ?? local.cors, local.corsCredentials);
  const none = { origins: [], credentials: false };
  const cors = args['loopback-origins'] ? { ...(named ?? none), allowsLoopback: true } : named;
  applySettings({
    ...values,
    WEBSITE_HOSTNAME: `localhost:${port}`,
    FUNCTIONS_WORKER_RUNTIME: 'node',
    AZURE_FUNCTIONS_ENVIRONMENT: 'Development',
  });
  const host = await startHost({ rootDir, port, load: () => loadEntry(rootDir), ...(cors && { cors }) });
  const stop = async () => {
    await host.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
  process.stdout.write(`\nFunctions:\n\n${host.functions.map((entry) => describeFunction(entry, host.port)).join('')}`);
  process.stdout.write(`Host started on ${host.url}\n`);
}

function describeFunction({ name, route, methods }: LoadedFunction, port: number): string {
  return `\t${name}: [${methods.join(',')}] http://localhost:${port}/${route}\n\n`;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port must be a port from 0 to 65535, not '${text}'.`);
  return port;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the process using it, or choose another port with --port.`;
  }
  return `A host error has occurred during startup: ${error.message}`;
}
