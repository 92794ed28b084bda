/** Makes the local services fail. */
import { useState } from 'preact/hooks';
import { addFault, clearFaults, type FaultRule, faults, isConnected, samples } from '../control.ts';
import { toGroup, VIEWS } from '../operations.ts';
import { announce } from '../parts/announce.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { useStored } from '../parts/hooks.ts';

/** What the user chose. Without a service it is the page's. */
interface FaultChoice {
  readonly kind: string;
  readonly value: string;
  readonly times: string;
  readonly api?: string;
}

export function Faults({ view }: { readonly view: string }) {
  const [choice, setChoice] = useStored<FaultChoice>('faults.choice', { ...toChoice(SLOW), times: '3' });
  const [error, setError] = useState('');
  if (isConnected.value === undefined)
    return <p class="note">Faults need the local stack; this deployment has none.</p>;
  const kind = FAULT_KINDS.find(({ id }) => id === choice.kind) ?? SLOW;
  const { value, times, api = findService(view) } = choice;
  const change = (part: Partial<FaultChoice>) => setChoice({ ...choice, ...part });
  const inject = (rule: FaultRule) =>
    void addFault(api === '' ? rule : { ...rule, api }).then(
      () => announce('Fault injected.'),
      (failure: Error) => setError(failure.message),
    );
  const submit = (event: Event) => {
    event.preventDefault();
    inject({ ...toLimit(times), fault: kind.toFault(Number(value)) });
  };
  return (
    <form class="faults" onSubmit={submit}>
      <SelectField
        label="Service"
        value={api}
        onChange={(chosen) => change({ api: chosen })}
        options={listServices()}
      />
      <SelectField
        label="Fault"
        value={kind.id}
        onChange={(id) => change(toChoice(FAULT_KINDS.find((each) => each.id === id) ?? SLOW))}
        options={FAULT_KINDS.map(({ id, text }) => [id, text])}
      />
      {kind.parameter && (
        <TextField
          label={kind.parameter.label}
          type="number"
          value={value}
          onInput={(entered) => change({ value: entered })}
        />
      )}
      <SelectField label="Calls" value={times} onChange={(chosen) => change({ times: chosen })} options={TIMES} />
      <div class="actions">
        <button type="submit" class="primary">
          Inject fault
        </button>
        <button type="button" onClick={() => inject({ times: UNTIL_CLEARED, fault: { kind: 'reset' } })}>
          Simulate outage
        </button>
      </div>
      {error !== '' && <p class="issue">{error}</p>}
      <ActiveFaults />
    </form>
  );
}

function toChoice({ id, parameter }: FaultKind): Pick<FaultChoice, 'kind' | 'value'> {
  return { kind: id, value: String(parameter?.initial ?? '') };
}

/** Returns the service that the view calls; all of them if it calls none. */
function findService(id: string): string {
  const view = VIEWS.find((each) => each.id === id);
  return listServices().find(([, text]) => view !== undefined && text === toGroup(view))?.[0] ?? '';
}

function ActiveFaults() {
  if (faults.value.length === 0) return <p class="muted">No active faults.</p>;
  return (
    <section aria-labelledby="active-faults">
      <h2 id="active-faults">Active faults</h2>
      <ul class="bullets">
        {faults.value.map((rule, index) => (
          // Equal rules differ only in their position.
          <li key={index}>
            <strong>{describeFault(rule)}</strong> {listServices().find(([value]) => value === (rule.api ?? ''))?.[1]},{' '}
            {describeLimit(rule)}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void clearFaults()}>
        Clear all
      </button>
    </section>
  );
}

/** A fault to inject; some have a number. */
interface FaultKind {
  readonly id: string;
  readonly text: string;
  readonly parameter?: { readonly label: string; readonly initial: number };
  readonly toFault: (value: number) => FaultRule['fault'];
}

const SLOW: FaultKind = {
  id: 'slow',
  text: 'Slow: delays the response.',
  parameter: { label: 'Delay (ms)', initial: 2000 },
  toFault: (ms) => ({ kind: 'delay', ms }),
};

const FAULT_KINDS: readonly FaultKind[] = [
  SLOW,
  { id: 'error', text: 'Error 500: returns 500.', toFault: () => ({ kind: 'status', status: 500 }) },
  {
    id: 'throttle',
    text: 'Throttle 429: returns 429 with Retry-After.',
    parameter: { label: 'Retry-After (s)', initial: 15 },
    toFault: (seconds) => ({ kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } }),
  },
  { id: 'reset', text: 'Reset: closes the connection.', toFault: () => ({ kind: 'reset' }) },
  { id: 'hang', text: 'Hang: never responds.', toFault: () => ({ kind: 'hang' }) },
  {
    id: 'garbage',
    text: 'Garbage: returns a body that is not JSON.',
    toFault: () => ({ kind: 'malformed', text: '<html>not JSON' }),
  },
];

const listServices = () => [['', 'All services'] as const, ...samples.value.services];

/** Number of calls that means all calls. */
const UNTIL_CLEARED = 1_000_000;
const FOR_30_S = '30 s';

const TIMES: readonly (readonly [value: string, text: string])[] = [
  ['1', 'The next call'],
  ['3', 'The next 3 calls'],
  ['10', 'The next 10 calls'],
  [FOR_30_S, 'All calls, for 30 s'],
  [String(UNTIL_CLEARED), 'All calls, until cleared'],
];

function toLimit(chosen: string): Pick<FaultRule, 'times' | 'forMs'> {
  return chosen === FOR_30_S ? { times: UNTIL_CLEARED, forMs: 30_000 } : { times: Number(chosen) };
}

function describeLimit({ times, forMs }: FaultRule): string {
  if (forMs !== undefined) return `ends in ${Math.ceil(forMs / 1000)} s`;
  return times > 1000 ? 'until cleared' : `${times} ${times === 1 ? 'call' : 'calls'} left`;
}

function describeFault({ fault }: FaultRule): string {
  if (fault.kind === 'delay') return `delay of ${String(fault['ms'])} ms`;
  return fault.kind === 'status' ? `status ${String(fault['status'])}` : fault.kind;
}
