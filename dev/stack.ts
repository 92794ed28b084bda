/** `npm run stack -- <command>`: what tests of a frontend do with the running local stack. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseCommandLine, runCommand } from './command-line.ts';
import { readStackFile, type StackFile, trustAuthority } from './start/stack-file.ts';

const isPackage = process.env['FRONTDESK_COMMAND'] !== undefined;
const command = process.env['FRONTDESK_COMMAND'] ?? 'npm run stack --';

const usage = `Changes the running local stack.

  ${command} reset               makes everything as after the start: data, faults, stored responses, limits
  ${command} fault KIND [VALUE]  makes calls of Frontdesk to the services fail
  ${command} fault clear         removes all faults
  ${command} where               prints the addresses as JSON
  ${command} stop                stops it

Faults: status N, delay MS, hang, reset, truncate BYTES, malformed, html. Which calls get one:

  --times N       how many (default: 1, or all with --for)
  --for S         it ends after S seconds
  --after N       N calls pass first
  --api NAME      arm, graph, docs or business
  --method NAME   GET, PUT …
  --path TEXT     the path has this text
  --header TEXT   'name: value' of the response, with status; repeatable
  --processed     the service does its work, and only its response is lost

${isPackage ? '' : '  --root DIR      folder of the function app whose stack runs (default: this one)\n'}  --help          prints this text`;

const { values, positionals } = parseCommandLine(
  usage,
  {
    times: { type: 'string' },
    for: { type: 'string' },
    after: { type: 'string', default: '0' },
    api: { type: 'string' },
    method: { type: 'string' },
    path: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    processed: { type: 'boolean' },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
  'any',
);

/** The member of a fault that a number on the command line means. */
const numbers: Readonly<Record<string, string>> = { status: 'status', delay: 'ms', truncate: 'bytes' };

type Options = typeof values;

await runCommand(async () => {
  const [name = '', ...operands] = positionals;
  if (name === '') return void process.stdout.write(`${usage}\n`);
  const stack = await readStackFile(values.root);
  if (!stack) throw new Error('No local stack is running. Start it first.');
  trustAuthority(stack);
  const act = { reset, fault, where, stop }[name];
  if (!act) throw new Error(`Unknown command '${name}'. Commands: reset, fault, where, stop.`);
  await act(stack, operands, values);
});

async function reset({ upstream, issuer, identity }: StackFile): Promise<void> {
  for (const server of [issuer, identity, upstream]) await call(server, 'POST', 'reset');
}

async function fault({ upstream }: StackFile, [kind = '', value]: readonly string[], values: Options): Promise<void> {
  if (kind === 'clear') return call(upstream, 'DELETE', 'faults');
  const { times, after, api, method, path, processed } = values;
  const limits = { times: times && Number(times), forMs: values.for && 1000 * Number(values.for) };
  const rule = { api, method, path, ...limits, after: Number(after) };
  await call(upstream, 'POST', 'faults', { ...rule, fault: { ...toFault(kind, value, values.header), processed } });
}

function toFault(kind: string, value: string | undefined, fields: readonly string[]): object {
  const name = numbers[kind];
  const headers = Object.fromEntries(fields.map((field) => field.split(/: */, 2)));
  return { kind, ...(name && { [name]: Number(value) }), ...(fields.length > 0 && { headers }) };
}

async function where(stack: StackFile): Promise<void> {
  process.stdout.write(`${JSON.stringify(stack, undefined, 2)}\n`);
}

/** Returns when the process has ended. */
async function stop({ pid }: StackFile, _: readonly string[], { root }: Options): Promise<void> {
  process.kill(pid, 'SIGTERM');
  while ((await readStackFile(root))?.pid === pid) await delay(100);
}

async function call(server: string, method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${server}/_control/${path}`, { method, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(((await response.json()) as { readonly error: string }).error);
}
