/** Follows a pending write. */
import { FrontdeskError, isTransient, readRetryAfter } from './error.ts';
import { sleep } from './send.ts';
import type { WaitOptions } from './types.ts';
import type { AnyCall, AnyResponse } from './untyped.ts';

/** What follows a write already, by its response. */
export const waits = new WeakMap<AnyResponse, Promise<AnyResponse>>();

export function wait(getOperation: AnyCall, response: AnyResponse, options: WaitOptions = {}): Promise<AnyResponse> {
  const end = follow(getOperation, response, options);
  waits.set(response, end);
  return end;
}

async function follow(getOperation: AnyCall, response: AnyResponse, { signal, onProgress }: WaitOptions) {
  let address = readAddress(response);
  let retryAfter = readRetryAfter(response.headers);
  while (address) {
    // At least a second: a response that says less would be polled without a pause.
    await sleep(Math.max(1, retryAfter ?? 5) * 1_000, signal);
    const operationId = /([^/]+)\/*(?:\?.*)?$/.exec(address)?.[1];
    let polled: AnyResponse;
    try {
      polled = await getOperation({ operationId }, { signal });
    } catch (error) {
      if (!isTransient(error, signal)) throw error;
      retryAfter = error instanceof FrontdeskError ? error.retryAfterSeconds : undefined;
      continue;
    }
    if (hasEnded(polled, address)) return polled;
    retryAfter = readRetryAfter(polled.headers);
    address = readAddress(polled) ?? address;
    onProgress?.(polled);
  }
  return response;
}

/** The body's `status` decides where it has one, as for the services' own clients. @throws FrontdeskError if the write has failed. */
function hasEnded({ status, body, headers }: AnyResponse, url: string): boolean {
  const { status: state } = Object(body) as { readonly status?: unknown };
  if (typeof state !== 'string') return status !== 202;
  if (/^(?:failed|cancell?ed)$/i.test(state))
    throw new FrontdeskError({ status, ok: true, headers }, body, { operation: 'getOperation', method: 'GET', url });
  return /^succeeded$/i.test(state);
}

/** Whether there is something to wait for. */
export function isPending(response: AnyResponse): boolean {
  return readAddress(response) !== null;
}

/** A 201 is pending, too, if it says where its progress is. */
function readAddress({ status, headers }: AnyResponse): string | null {
  return headers.get('azure-asyncoperation') ?? (status === 202 ? headers.get('location') : null);
}
