/**
 * The host's own endpoints under /admin: status, ping, and invoking a function that has no HTTP trigger.
 * Source: azure-functions-host HostController.cs, FunctionsController.cs. As under `func start`, no key is asked for.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { hostVersion } from './core.ts';
import { type Host, invokeAndReport, track } from './host-state.ts';
import { readContent } from './http-request.ts';
import { writeContent, writeStatus } from './http-response.ts';

const Invocation = z.looseObject({ input: z.union([z.string(), z.number(), z.boolean()]).nullish() });

/** Answers a request below /admin or /runtime: no function is ever reached there. */
export async function answerAdmin(
  host: Host,
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = `${message.method} ${path.replace(/\/$/, '').toLowerCase()}`;
  const [, functionName] = /^POST \/admin\/functions\/([^/]+)$/.exec(call) ?? [];
  if (call === 'GET /admin/host/status') {
    writeContent(response, 'application/json; charset=utf-8', JSON.stringify(describeHost(host)), host.customHeaders);
  } else if (call === 'GET /admin/host/ping' || call === 'POST /admin/host/ping') {
    writeStatus(response, 200, host.customHeaders);
  } else if (functionName !== undefined) {
    writeStatus(response, await invokeByName(host, functionName, message), host.customHeaders);
  } else {
    writeStatus(response, 404, host.customHeaders);
  }
}

async function invokeByName(host: Host, lowerCaseName: string, message: IncomingMessage): Promise<number> {
  if (!/^application\/(?:[^;]*\+)?json\b/i.test(message.headers['content-type'] ?? '')) {
    return 415;
  }
  const invocation = await readInvocation(message);
  if (!invocation) {
    return 400;
  }
  const hosted = host.functions.find(({ name }) => name.toLowerCase() === lowerCaseName);
  if (!hosted) {
    return 404;
  }
  if (hosted.kind === 'http') {
    return 400;
  }
  const input = host.timers.get(hosted)?.toInput() ?? { string: String(invocation.input ?? '') };
  void track(host, invokeAndReport(host, hosted, input));
  return 202;
}

async function readInvocation(message: IncomingMessage): Promise<z.infer<typeof Invocation> | undefined> {
  const content = (await readContent(message)) ?? new Uint8Array();
  try {
    return Invocation.parse(JSON.parse(new TextDecoder().decode(content)));
  } catch {
    return undefined;
  }
}

function describeHost({ rootDir }: Host) {
  return {
    id: createHash('sha256').update(rootDir).digest('hex').slice(0, 32),
    state: 'Running',
    version: hostVersion,
    versionDetails: `${hostVersion}+stand-in`,
    processUptime: Math.round(process.uptime() * 1000),
  };
}
