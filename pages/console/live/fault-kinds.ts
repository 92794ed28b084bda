/** The faults that the local stack can inject, and the choices of the form. */
import type { FaultRule } from '../control.ts';

/** A fault to inject; some have a numeric parameter. */
export interface FaultKind {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly parameter?: { readonly label: string; readonly initial: number };
  readonly toFault: (value: number) => FaultRule['fault'];
}

export const SLOW: FaultKind = {
  id: 'slow',
  title: 'Slow',
  summary: 'Delays the response.',
  parameter: { label: 'Delay (ms)', initial: 2000 },
  toFault: (ms) => ({ kind: 'delay', ms }),
};

export const FAULT_KINDS: readonly FaultKind[] = [
  SLOW,
  {
    id: 'error',
    title: 'Error 500',
    summary: 'Returns 500.',
    toFault: () => ({ kind: 'status', status: 500 }),
  },
  {
    id: 'throttle',
    title: 'Throttle 429',
    summary: 'Returns 429 with Retry-After.',
    parameter: { label: 'Retry-After (s)', initial: 15 },
    toFault: (seconds) => ({ kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } }),
  },
  {
    id: 'reset',
    title: 'Reset',
    summary: 'Closes the connection.',
    toFault: () => ({ kind: 'reset' }),
  },
  {
    id: 'hang',
    title: 'Hang',
    summary: 'Never responds.',
    toFault: () => ({ kind: 'hang' }),
  },
  {
    id: 'garbage',
    title: 'Garbage',
    summary: 'Returns a non-JSON body.',
    toFault: () => ({ kind: 'malformed', text: '<html>not JSON' }),
  },
];

export const UPSTREAMS: readonly (readonly [value: string, text: string])[] = [
  ['', 'All services'],
  ['arm', 'Resource management'],
  ['graph', 'Backup and restore'],
  ['docs', 'Document models'],
  ['business', 'Business data'],
];

/** Number of calls that means all calls. */
export const UNTIL_CLEARED = 1_000_000;

export const TIMES: readonly (readonly [value: string, text: string])[] = [
  ['1', 'The next call'],
  ['3', 'The next 3 calls'],
  ['10', 'The next 10 calls'],
  [String(UNTIL_CLEARED), 'All calls, until cleared'],
];

export function describeFault({ fault }: FaultRule): string {
  if (fault.kind === 'delay') return `delay of ${String(fault['ms'])} ms`;
  return fault.kind === 'status' ? `status ${String(fault['status'])}` : fault.kind;
}
