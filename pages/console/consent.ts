/** A consent's code on its way: from the tab that comes back from the sign-in to the tab that asked for it. */

/** What a browser brings back from a sign-in. */
export interface ConsentReturn {
  /** Names the tab that asked. */
  readonly state: string;
  /** Absent if the person did not consent. */
  readonly code?: string;
}

type Message = ConsentReturn | { readonly taken: string };

/** Tabs of this origin only. */
const CHANNEL = 'frontdesk.consent';

/** Returns where a sign-in leads back to. */
export function toReturnUrl(state: string): string {
  return `${location.origin}${location.pathname}?${new URLSearchParams({ consent: state })}`;
}

/** Returns what a sign-in brought back, and removes it from the URL; undefined if this page was opened otherwise. */
export function takeConsentReturn(): ConsentReturn | undefined {
  const query = new URLSearchParams(location.search);
  const state = query.get('consent');
  if (state === null) return undefined;
  history.replaceState(undefined, '', location.pathname);
  const code = query.get('code');
  return { state, ...(code === null ? {} : { code }) };
}

/** Gives the code to the tab that asked for it; calls `onTaken` when it has it. Returns a function that ends the wait. */
export function handOver(returned: ConsentReturn, onTaken: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('taken' in data && data.taken === returned.state) onTaken();
  };
  channel.postMessage(returned);
  return () => channel.close();
}

/** Waits for the code of this state: a code that nobody asked for is ignored. Returns a function that ends the wait. */
export function awaitReturn(state: string, onReturn: (returned: ConsentReturn) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('state' in data) || data.state !== state) return;
    channel.postMessage({ taken: state });
    onReturn(data);
  };
  return () => channel.close();
}
