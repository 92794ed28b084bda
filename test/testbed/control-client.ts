/** Client of the control API that every emulator has under `/_control`. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** A request as an emulator received it. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of an upstream's response; null before it. */
  readonly status?: number | null;
}

export interface ControlClient {
  /** Queues a fault for the next matching calls. */
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  calls(): Promise<ReceivedCall[]>;
  /** Deletes calls and faults, and restores the initial state. */
  reset(): Promise<void>;
  control(path: string, body: unknown): Promise<void>;
}

export function createControlClient(url: string): ControlClient {
  const post = async (path: string, body: unknown = {}) => void (await send(`${url}/_control/${path}`, body));
  return {
    fault: (fault) => post('faults', fault),
    reset: () => post('reset'),
    control: post,
    async calls() {
      return (JSON.parse(await send(`${url}/_control/calls`)) as { calls: ReceivedCall[] }).calls;
    },
  };
}

/** Sends a body with POST, else GET; not by fetch, which takes twice the CPU. Returns the response's body. */
async function send(url: string, body?: unknown): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? {} : { 'content-type': 'application/json' };
  // An idle connection can be closed by the server just when a blocked process uses it again.
  const outgoing = request(url, { method: text === undefined ? 'GET' : 'POST', agent: false, headers });
  outgoing.end(text);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await readText(incoming);
  const { statusCode = 0 } = incoming;
  if (statusCode >= 300) throw new Error(`${url}: ${statusCode} ${received}`);
  return received;
}
