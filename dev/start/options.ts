/** What `npm start` can be told, by flags and environment variables. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type PartName, type Ports, partNames, parts } from './parts.ts';

export type Profile = 'vendor' | 'microsoft';
export type HostKind = 'func' | 'local';

export interface StartOptions {
  /** Folder of the function app. */
  readonly root: string;
  readonly ports: Ports;
  /** Undefined leaves it to the settings. */
  readonly profile: Profile | undefined;
  /** Undefined takes the real host where it is installed. */
  readonly host: HostKind | undefined;
  readonly watch: boolean;
  /** Where a debugger may attach to the host. */
  readonly inspectPort: number | undefined;
  readonly exitAfterReady: boolean;
}

export const usage = `Starts Frontdesk and everything it talks to, on this machine.

  npm start -- [options]

  --port N             Frontdesk's port, instead of ${parts.frontdesk.port}
  --profile NAME       vendor or microsoft
  --no-watch           does not bundle again and restart Frontdesk when its source changes
  --inspect PORT       lets a debugger attach to the host
  --exit-after-ready   ends as soon as everything answers
  --root DIR           the function app to serve, instead of this repository
  --help

A port is also changed by ${partNames.map((name) => parts[name].variable).join(', ')}; 0 takes a free one.
FRONTDESK_HOST=func|local decides between Core Tools and the stand-in host.`;

/** Answers undefined when help is asked for; throws an Error whose message is for the person at the terminal. */
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
      profile: { type: 'string' },
      watch: { type: 'boolean', default: true },
      inspect: { type: 'string' },
      'exit-after-ready': { type: 'boolean', default: false },
      root: { type: 'string', default: repository },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const readPort = (name: PartName) =>
    parsePort(parts[name].variable, env[parts[name].variable] ?? String(parts[name].port));
  const ports = Object.fromEntries(partNames.map((name) => [name, readPort(name)])) as Record<PartName, number>;
  if (values.port !== undefined) ports.frontdesk = parsePort('--port', values.port);
  return {
    root: resolve(values.root),
    ports,
    profile: parseChoice('--profile', values.profile, ['vendor', 'microsoft']),
    host: parseChoice('FRONTDESK_HOST', env['FRONTDESK_HOST'] || undefined, ['func', 'local']),
    watch: values.watch && !values['exit-after-ready'],
    inspectPort: values.inspect === undefined ? undefined : parsePort('--inspect', values.inspect),
    exitAfterReady: values['exit-after-ready'],
  };
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`${name} must be a port from 0 to 65535, not '${text}'.`);
}

function parseChoice<T extends string>(name: string, value: string | undefined, choices: readonly T[]): T | undefined {
  const choice = choices.find((candidate) => candidate === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new Error(`${name} must be ${choices.join(' or ')}, not '${value}'.`);
}
