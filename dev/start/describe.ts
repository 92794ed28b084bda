/** Prints where everything is once the stack is ready, and what to do next. */
import { resources } from '../seed.ts';
import { components } from './components.ts';
import type { StartOptions } from './options.ts';
import type { Report } from './report.ts';
import { settingsName } from './settings.ts';
import type { Stack } from './stack.ts';

const pageRemarks: Readonly<Record<string, string>> = {
  console: 'try every operation, watch each request, inject faults',
  docs: 'API reference',
};

const tokenLifetimeSeconds = 8 * 3600;

/** `ms` is the time that the start took. */
export async function describeStack(stack: Stack, options: StartOptions, ms: number, report: Report): Promise<void> {
  printAddresses(stack, report);
  const seconds = (ms / 1000).toFixed(1);
  report.heading(`Ready in ${seconds} s${stack.host ? '' : ', without Frontdesk'}. Press Ctrl+C to stop.`);
  if (stack.host === undefined) {
    printSecondTerminal(stack, report);
  } else if (options.host === undefined && stack.host === 'local') {
    report.line('To run Frontdesk under Azure Functions Core Tools, download them once with npx func --version.');
  }
  await printCurl(stack, report);
}

function printAddresses({ frontdesk, issuer, identity, upstream, tables, ...stack }: Stack, { line, table }: Report) {
  const hostName = stack.host === 'func' ? 'func start' : 'the built-in host';
  const pages = stack.pages.map((page) => [page, `${frontdesk}/${page}`, pageRemarks[page] ?? ''] as const);
  const ownRows = [[components.frontdesk.title, frontdesk, `${hostName}, profile ${stack.profile}`] as const, ...pages];
  line();
  table([
    ...(stack.host ? ownRows : []),
    [components.issuer.title, issuer.url, 'access tokens and sign-in: /common/oauth2/v2.0/authorize'],
    [components.identity.title, identity.url, 'managed identity endpoint: /msi/token'],
    [components.upstream.title, upstream.url, 'emulated APIs: /arm /graph/v1.0 /docs /business/v2.0'],
    [components.tables.title, tables.url, 'Azurite, in memory'],
  ]);
  line();
}

function printSecondTerminal({ frontdesk, missingSettings }: Stack, { line, failure }: Report): void {
  const missing = Object.entries(missingSettings);
  if (missing.length > 0) {
    failure(`${settingsName} does not fit these ports and this profile. Delete it and start again, or change it to:`);
    for (const [name, value] of missing) line(`  "${name}": "${value}"`);
    line();
  }
  const { port } = new URL(frontdesk);
  line('Start Frontdesk in a second terminal, in the folder of the function app:');
  line();
  line(Number(port) === components.frontdesk.port ? 'func start' : `func start --port ${port}`);
  line();
  line('If func is not installed, npx func start downloads it once.');
}

async function printCurl({ frontdesk, issuer, profile, host }: Stack, { line }: Report): Promise<void> {
  const namespace = profile === 'microsoft' ? 'Microsoft' : 'Vendor';
  const resource = resources.virtualMachine.replace('Vendor', namespace);
  const token = await issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + tokenLifetimeSeconds });
  line();
  line(
    `${host ? 'List' : 'Then list'} the health events of a virtual machine; the second response comes from the cache:`,
  );
  line();
  line(`TOKEN='${token}'`);
  line(
    `curl -i -H "Authorization: Bearer $TOKEN" '${frontdesk}${resource}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01'`,
  );
  line();
}
