/** Prints where everything is once the stack is ready, and what to do next. */
import { resolve } from 'node:path';
import { resources } from '../seed.ts';
import { components } from './components.ts';
import { toHostArguments } from './frontdesk.ts';
import type { StartOptions } from './options.ts';
import type { Report } from './report.ts';
import { settingsName } from './settings.ts';
import type { Installation, Stack } from './stack.ts';

type Row = readonly [name: string, address: string, remark: string];

const pageRemarks: Readonly<Record<string, string>> = {
  console: 'try every operation, watch each request, inject faults',
  docs: 'API reference',
};

const repository = resolve(import.meta.dirname, '../..');

/** `ms` is the time that the start took. */
export function describeStack(
  stack: Stack,
  options: StartOptions,
  ms: number,
  report: Report & Pick<Installation, 'commands'>,
): void {
  const { host } = stack;
  report.line();
  report.table([...(host ? listOwnRows(stack) : []), ...(host && !options.verbose ? [] : listEmulatorRows(stack))]);
  report.line();
  report.heading(`Ready in ${(ms / 1000).toFixed(1)} s${host ? '' : ', without Frontdesk'}. Press Ctrl+C to stop.`);
  if (host === undefined) {
    printSecondTerminal(stack, options, report);
  } else if (options.verbose && options.host === undefined && host === 'local') {
    report.line('To run Frontdesk under Azure Functions Core Tools, download them once with npx func --version.');
  }
  report.line();
  report.line('To list the health events of a virtual machine, in another terminal:');
  report.line();
  const token = composeTokenCommand(report.commands.token, options.root);
  for (const line of composeCall({ ...stack, token })) report.line(line);
  report.line();
  if (stack.authorityFile) {
    report.line(`Clients must trust ${stack.authorityFile}, an authority that issued this certificate only.`);
    report.line(`For Node: NODE_EXTRA_CA_CERTS=${stack.authorityFile}`);
  }
  if (host) report.line(`Each request is a line below; ${report.commands.start} --json prints the whole log.`);
}

function listOwnRows({ frontdesk, host, profile, pages }: Stack): readonly Row[] {
  const hostName = host === 'func' ? 'func start' : 'the built-in host';
  return [
    ...pages.toSorted().map((page): Row => [page, `${frontdesk}/${page}`, pageRemarks[page] ?? '']),
    [components.frontdesk.title, frontdesk, `${hostName}, profile ${profile}`],
  ];
}

function listEmulatorRows({ issuer, identity, upstream, tables }: Stack): readonly Row[] {
  return [
    [components.issuer.title, issuer.url, 'access tokens and sign-in: /common/oauth2/v2.0/authorize'],
    [components.identity.title, identity.url, 'managed identity endpoint: /msi/token'],
    [components.upstream.title, upstream.url, 'emulated APIs: /arm /graph/v1.0 /docs /business/v2.0'],
    [components.tables.title, tables.url, 'Azurite, in memory'],
  ];
}

function printSecondTerminal(
  { hostPort: port, cors, missingSettings }: Stack,
  options: StartOptions,
  { line, failure }: Report,
): void {
  const missing = Object.entries(missingSettings);
  if (missing.length > 0) {
    failure(`${settingsName} does not fit these ports and this profile. Delete it and start again, or change it to:`);
    for (const [name, value] of missing) line(`  "${name}": "${value}"`);
    line();
  }
  line('Start Frontdesk in a second terminal, in the folder of the function app:');
  line();
  const isUsual = port === components.frontdesk.port && options.origins.length === 0;
  line(
    ['func start', ...(isUsual ? [] : toHostArguments({ port, cors: options.origins.length > 0 ? cors : '' }))].join(
      ' ',
    ),
  );
  line();
  line('If func is not installed, npx func start downloads it once.');
}

/** Returns the command that prints a token of the stack of this folder. PowerShell drops an unquoted `--`. */
export function composeTokenCommand(command: string, root: string): string {
  return root === repository || !command.startsWith('npm') ? command : `${command} '--' --root '${root}'`;
}

type Called = Pick<Stack, 'frontdesk' | 'profile'> & {
  readonly token: string;
  readonly authorityFile?: string | undefined;
};

/** Returns the two commands of a first call, for the shell that people have on this platform. */
export function composeCall(
  { frontdesk, profile, authorityFile, token }: Called,
  platform: NodeJS.Platform = process.platform,
): readonly [token: string, call: string] {
  const namespace = profile === 'microsoft' ? 'Microsoft' : 'Vendor';
  const resource = resources.virtualMachine.replace('Vendor', namespace);
  const url = `${frontdesk}${resource}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01`;
  const trusting = authorityFile ? `--cacert '${authorityFile}' ` : '';
  return platform === 'win32'
    ? [`$env:TOKEN = ${token}`, `curl.exe -i ${trusting}-H "Authorization: Bearer $env:TOKEN" '${url}'`]
    : [`export TOKEN=$(${token})`, `curl -i ${trusting}-H "Authorization: Bearer $TOKEN" '${url}'`];
}
