/** Serves plain messages by the pipeline, without a host: the settings are those of the stack that the test started. */
import { onTestFinished } from 'vitest';
import { compileOperation } from '../../lib/compile-operation.ts';
import type { OpenEndpoint, OwnEndpoint } from '../../lib/endpoint.ts';
import type { RequestMessage } from '../../lib/http/message.ts';
import type { Log } from '../../lib/observability/request-record.ts';
import type { Operation } from '../../lib/operation.ts';
import { serve } from '../../lib/pipeline.ts';
import { createServices, type Services } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';

/** What a test sends; everything has a default that makes an empty request. */
export interface PlainRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly rawQuery?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** Returns an instance's services until the test has ended; `settings` are what differs from the stack's. */
export function openServices(settings: Settings = {}, clock = systemClock, report: Log = () => {}): Services {
  const services = createServices(readSettings({ ...process.env, ...settings }), clock, report);
  onTestFinished(services.close);
  return services;
}

/** Returns a function that serves one request in a new instance. */
export const serveDirectly = (operation: Operation, settings?: Settings) => serveBy(openServices(settings), operation);

/**
 * Returns a function that serves one request, with the records it logged and how often its body was read. Several operations
 * may share services, as in an instance.
 */
export function serveBy(services: Services, operation: Operation | OwnEndpoint | OpenEndpoint) {
  const endpoint = 'summary' in operation ? compileOperation(operation, services.profile) : operation;
  return async ({ params, rawQuery = '', headers = {}, body }: PlainRequest) => {
    const records: Record<string, unknown>[] = [];
    let reads = 0;
    const message: RequestMessage = {
      method: operation.method,
      params,
      rawQuery,
      header: (name) => headers[name],
      readBody: async () => {
        reads++;
        return Buffer.from(body === undefined ? '' : JSON.stringify(body));
      },
    };
    const log = (record: object) => records.push({ ...record });
    const response = await serve(endpoint, services, { message, requestId: 'request-1', log });
    const isText = response.body !== undefined && response.headers['content-encoding'] === undefined;
    return { ...response, json: isText ? JSON.parse(String(Buffer.from(response.body))) : undefined, records, reads };
  };
}
