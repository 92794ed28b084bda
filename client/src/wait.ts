/** Follows a pending write. */
import { isTransient } from './error.ts';
import { sleep } from './send.ts';
import type { WaitOptions } from './types.ts';
import type { AnyCall, AnyResponse } from './untyped.ts';

export async function wait(
  getOperation: AnyCall,
  response: AnyResponse,
  { signal, onProgress }: WaitOptions = {},
): Promise<AnyResponse> {
  let address = readAddress(response);
  let { headers } = response;
  while (address) {
    await sleep(Number(headers.get('retry-after') ?? 5) * 1_000, signal);
    try {
      const polled = await getOperation({ operationId: address.split('/').at(-1) }, { signal });
      if (polled.status !== 202) return polled;
      headers = polled.headers;
      address = readAddress(polled) ?? address;
      onProgress?.(polled);
    } catch (error) {
      if (!isTransient(error, signal)) throw error;
    }
  }
  return response;
}

/** A 201 is pending, too, if it says where its progress is. */
function readAddress({ status, headers }: AnyResponse): string | null {
  return headers.get('azure-asyncoperation') ?? (status === 202 ? headers.get('location') : null);
}
