/** The hostile caller of `bench mixes`, in a process of its own: its work must not delay what is measured. */
import { type SentRequest, sendTo } from '../../test/testbed/instance.ts';

export interface Hostilities {
  readonly port: number;
  readonly requests: readonly SentRequest[];
}

/** Sends all at once; returns each one's status and problem. */
async function send({ port, requests }: Hostilities): Promise<readonly string[]> {
  const responses = await Promise.all(requests.map((request) => sendTo(port, request)));
  return responses.map(({ status, headers }) => `${status} ${headers['x-frontdesk-problem'] ?? ''}`.trim());
}

process.on('message', (message) => void send(message as Hostilities).then((statuses) => process.send?.(statuses)));
process.once('disconnect', () => process.exit());
