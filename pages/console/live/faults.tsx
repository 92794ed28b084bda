import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { addFault, clearFaults, type FaultRule, faults, isConnected } from '../control.ts';
import { OPERATIONS } from '../operations.ts';
import { announce } from '../parts/announce.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { useStored } from '../parts/use-stored.ts';
import { describeFault, FAULT_KINDS, type FaultKind, SLOW, TIMES, UNTIL_CLEARED, UPSTREAMS } from './fault-kinds.ts';

/** Injects faults into the local upstreams. */
export function Faults({ view }: { readonly view: string }) {
  if (isConnected.value === undefined)
    return <p class="note">Faults need the local stack; this deployment has none.</p>;
  return (
    <>
      <FaultForm view={view} />
      <ActiveFaults />
    </>
  );
}

/** What the user chose. Without an upstream it is the page's. */
interface FaultChoice {
  readonly kind: string;
  readonly value: string;
  readonly times: string;
  readonly api?: string;
}

function FaultForm({ view }: { readonly view: string }) {
  const [choice, setChoice] = useStored<FaultChoice>('faults.choice', { ...toChoice(SLOW), times: '3' });
  const kind = FAULT_KINDS.find(({ id }) => id === choice.kind) ?? SLOW;
  const { value, times, api = findUpstream(view) } = choice;
  const change = (part: Partial<FaultChoice>) => setChoice({ ...choice, ...part });
  const { error, inject } = useInjection();
  const target = api === '' ? {} : { api };
  const submit = (event: Event) => {
    event.preventDefault();
    void inject({ ...target, times: Number(times), fault: kind.toFault(Number(value)) });
  };
  return (
    <form class="faults" onSubmit={submit}>
      <SelectField label="Upstream" value={api} onChange={(chosen) => change({ api: chosen })} options={UPSTREAMS} />
      <KindField selected={kind} onSelect={(selected) => change(toChoice(selected))} />
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
        <button
          type="button"
          onClick={() => void inject({ ...target, times: UNTIL_CLEARED, fault: { kind: 'reset' } })}
        >
          Simulate outage
        </button>
      </div>
      {error && <p class="field-issue">{error}</p>}
    </form>
  );
}

function toChoice({ id, parameter }: FaultKind): Pick<FaultChoice, 'kind' | 'value'> {
  return { kind: id, value: String(parameter?.initial ?? '') };
}

/** Returns the upstream that the view calls; all of them if it calls none. */
function findUpstream(view: string): string {
  const group = OPERATIONS.find(({ id }) => id === view)?.group;
  return UPSTREAMS.find(([, text]) => text === group)?.[0] ?? '';
}

function useInjection() {
  const { config } = useConsole();
  const [error, setError] = useState<string | undefined>(undefined);
  const inject = async (rule: FaultRule) => {
    try {
      await addFault(config, rule);
      setError(undefined);
      announce('Fault injected.');
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return { error, inject };
}

interface KindFieldProps {
  readonly selected: FaultKind;
  readonly onSelect: (kind: FaultKind) => void;
}

function KindField({ selected, onSelect }: KindFieldProps) {
  return (
    <fieldset class="fault-kinds">
      <legend>Fault</legend>
      {FAULT_KINDS.map((kind) => (
        <label key={kind.id}>
          <input type="radio" name="fault" checked={selected.id === kind.id} onChange={() => onSelect(kind)} />
          <span>
            <strong>{kind.title}</strong>
            <small>{kind.summary}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function ActiveFaults() {
  const { config } = useConsole();
  if (faults.value.length === 0) return <p class="muted">No active faults.</p>;
  return (
    <section aria-labelledby="active-faults">
      <h2 id="active-faults">Active faults</h2>
      <ul class="active-faults">
        {faults.value.map((rule, index) => (
          // Equal rules differ only in their position.
          <li key={index}>
            <strong>{describeFault(rule)}</strong>
            <span>{UPSTREAMS.find(([value]) => value === (rule.api ?? ''))?.[1]}</span>
            <span class="muted">{rule.times > 1000 ? 'until cleared' : `${rule.times} left`}</span>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void clearFaults(config)}>
        <Icon name="close" /> Clear all
      </button>
    </section>
  );
}
