/** The options of `npm start`: flags and environment variables. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Profile } from '../upstream/profiles.ts';
import { type ComponentName, componentNames, components, type Ports } from './components.ts';

export type HostKind = 'func' | 'local';

export interface StartOptions {
  /** Folder of the function app. */
  readonly root: string;
  readonly ports: Ports;
  /** Of frontends that may call the stack, besides those in local.settings.json. */
  readonly origins: readonly string[];
  /** Undefined: as in the settings. */
  readonly profile: Profile | undefined;
  /** Undefined: Core Tools if installed. */
  readonly host: HostKind | undefined;
  /** False starts only what Frontdesk calls. */
  readonly withFrontdesk: boolean;
  /** Serves Frontdesk and the issuer over HTTPS, with a certificate for this machine. */
  readonly https: boolean;
  readonly watch: boolean;
  /** The port of the debugger. */
  readonly inspectPort: number | undefined;
  /** Runs in the background; the command ends as soon as everything is ready. */
  readonly detach: boolean;
  /** File to which the addresses are written once everything is ready. */
  readonly readyFile: string | undefined;
  /** Prints the log as Frontdesk writes it, not one line per request for people. */
  readonly json: boolean;
  /** Also prints the functions, the time of each component and where the emulators are. */
  readonly verbose: boolean;
}

/** Options for those who have the source. */
const OF_REPOSITORY = /^ {2}(?:--no-frontdesk|--no-watch|--inspect|--root|FRONTDESK_HOST) .*\n(?: {10}.*\n?)?/gm;

export const usage = (command: string, isPackage = false) =>
  isPackage ? compose(command).replace(OF_REPOSITORY, '').trimEnd() : compose(command);

const compose = (command: string) => `Starts Frontdesk and everything it calls on this machine.

  ${command} [options]

  --port N             Frontdesk's port (default: ${components.frontdesk.port})
  --origin URL         origin of a frontend that may call the stack and sign in; repeatable
  --free-ports         uses a free port for each part whose port you do not set
  --profile NAME       vendor or microsoft
  --https              serves Frontdesk and the issuer over HTTPS; clients must trust the ready file's authorityFile
  --json               prints only the log to stdout, one JSON object per line
  --verbose            also prints the functions, the time of each component and where the emulators are
  --no-frontdesk       starts everything except Frontdesk; start that in a second terminal with func start
  --no-watch           does not bundle and restart when the source changes
  --inspect PORT       opens a debugger port in Frontdesk's process
  --detach             runs in the background and returns once everything is ready
  --ready-file FILE    writes the addresses there, as JSON, once everything is ready
  --root DIR           folder of the function app
  --help               prints this text

Environment variables:

  ${componentNames.map((name) => components[name].variable).join(', ')}
                       ports; 0 takes a free one
  FRONTDESK_HOST       func (Azure Functions Core Tools 4) or local (the built-in host);
                       default: func if it is installed, otherwise local`;

/** Returns undefined for --help. Throws an Error with a message for the person at the terminal. */
export function parseStartOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  repository: string,
): StartOptions | undefined {
  const { values } = parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      port: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      https: { type: 'boolean', default: false },
      frontdesk: { type: 'boolean', default: true },
      watch: { type: 'boolean', default: true },
      inspect: { type: 'string' },
      'free-ports': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      detach: { type: 'boolean', default: false },
      'ready-file': { type: 'string' },
      root: { type: 'string', default: repository },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (!values.frontdesk && values.inspect !== undefined) {
    throw new Error('--inspect does not work with --no-frontdesk. Pass the debugger port to func start instead.');
  }
  const ports = parsePorts(env, values['free-ports']);
  return {
    root: resolve(values.root),
    detach: values.detach,
    readyFile: values['ready-file'],
    ports: values.port === undefined ? ports : { ...ports, frontdesk: parsePort('--port', values.port) },
    origins: values.origin.map(parseOrigin),
    profile: parseChoice('--profile', values.profile, ['vendor', 'microsoft']),
    host: parseChoice('FRONTDESK_HOST', env['FRONTDESK_HOST'] || undefined, ['func', 'local']),
    withFrontdesk: values.frontdesk,
    https: values.https,
    watch: values.watch,
    inspectPort: values.inspect === undefined ? undefined : parsePort('--inspect', values.inspect),
    json: values.json,
    verbose: values.verbose,
  };
}

function parsePorts(env: Readonly<Record<string, string | undefined>>, freePorts: boolean): Ports {
  const entries = componentNames.map((name) => {
    const { variable, port } = components[name];
    return [name, parsePort(variable, env[variable] ?? String(freePorts ? 0 : port))];
  });
  return Object.fromEntries(entries) as Record<ComponentName, number>;
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`${name} must be a port from 0 to 65535, not '${text}'.`);
}

function parseOrigin(text: string): string {
  const { origin, protocol } = URL.canParse(text) ? new URL(text) : { origin: '', protocol: '' };
  if (/^https?:$/.test(protocol)) return origin;
  throw new Error(`--origin must be an origin, such as http://localhost:5173, not '${text}'.`);
}

function parseChoice<C extends string>(name: string, value: string | undefined, choices: readonly C[]): C | undefined {
  const choice = choices.find((candidate) => candidate === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new Error(`${name} must be ${choices.join(' or ')}, not '${value}'.`);
}
