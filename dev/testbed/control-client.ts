/** Client of the control API that every emulator has under `/_control`. */

/** A request as an emulator received it. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
  const post = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/_control/${path}`, {
      method: 'POST',
      // An idle connection can be closed by the server just when a blocked process uses it again.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body ?? {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    fault: (fault) => post('faults', fault),
    reset: () => post('reset'),
    control: post,
    async calls() {
      const response = await fetch(`${url}/_control/calls`, { headers: { connection: 'close' } });
      return ((await response.json()) as { calls: ReceivedCall[] }).calls;
    },
  };
}
