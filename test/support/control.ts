/** The control API that every emulated edge has under `/_control`. */

/** A request as an emulated edge received it. */
export interface ReceivedCall {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Control {
  /** Queues a fault for the next matching calls. */
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  calls(): Promise<ReceivedCall[]>;
  /** Forgets calls and faults; state is as at the start. */
  reset(): Promise<void>;
  control(path: string, body: unknown): Promise<void>;
}

export function controlOf(url: string): Control {
  const post = async (path: string, body?: unknown) => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  return {
    fault: (fault) => post('faults', fault),
    reset: () => post('reset'),
    control: post,
    async calls() {
      const answer = await fetch(`${url}/_control/calls`);
      return ((await answer.json()) as { calls: ReceivedCall[] }).calls;
    },
  };
}
