import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { addFault, clearFaults, type FaultRule, faults, isConnected } from '../control.ts';
import { announce } from '../parts/announce.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { describeFault, FAULT_KINDS, type FaultKind, TIMES, UNTIL_CLEARED, UPSTREAMS } from './fault-kinds.ts';

/** Injects faults into the local upstreams. */
export function Faults() {
  if (isConnected.value === undefined)
    return <p class="note">Faults need the local stack; this deployment has none.</p>;
  return (
    <>
      <FaultForm />
      <ActiveFaults />
    </>
  );
}

function FaultForm() {
  const [kind, setKind] = useState<FaultKind>(FAULT_KINDS[0] as FaultKind);
  const [value, setValue] = useState(String(kind.parameter?.initial ?? ''));
  const [api, setApi] = useState('arm');
  const [times, setTimes] = useState('3');
  const { error, inject } = useInjection();
  const target = api === '' ? {} : { api };
  const submit = (event: Event) => {
    event.preventDefault();
    void inject({ ...target, times: Number(times), fault: kind.toFault(Number(value)) });
  };
  const selectKind = (selected: FaultKind) => {
    setKind(selected);
    setValue(String(selected.parameter?.initial ?? ''));
  };
  return (
    <form class="faults" onSubmit={submit}>
      <SelectField label="Upstream" value={api} onChange={setApi} options={UPSTREAMS} />
      <KindField selected={kind} onSelect={selectKind} />
      {kind.parameter && <TextField label={kind.parameter.label} type="number" value={value} onInput={setValue} />}
      <SelectField label="Calls" value={times} onChange={setTimes} options={TIMES} />
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
      <h3 id="active-faults">Active faults</h3>
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
