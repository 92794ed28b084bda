import { useState } from 'preact/hooks';
import { useDesk } from '../context.ts';
import { addFault, clearFaults, type FaultRule, faults, isConnected } from '../control.ts';
import { announce } from '../parts/announce.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';

/** What a fault is called, and which number it takes. */
interface FaultKind {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly knob?: { readonly label: string; readonly initial: number };
  readonly toFault: (value: number) => FaultRule['fault'];
}

const KINDS: readonly FaultKind[] = [
  {
    id: 'slow',
    title: 'Slow',
    about: 'Answers, but later.',
    knob: { label: 'Milliseconds', initial: 2000 },
    toFault: (ms) => ({ kind: 'delay', ms }),
  },
  {
    id: 'error',
    title: 'Error 500',
    about: 'Fails inside.',
    toFault: () => ({ kind: 'status', status: 500 }),
  },
  {
    id: 'throttle',
    title: 'Throttle 429',
    about: 'Asks to be left alone for a while.',
    knob: { label: 'Retry-After, seconds', initial: 15 },
    toFault: (seconds) => ({ kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } }),
  },
  {
    id: 'reset',
    title: 'Reset',
    about: 'Cuts the connection.',
    toFault: () => ({ kind: 'reset' }),
  },
  {
    id: 'hang',
    title: 'Hang',
    about: 'Takes the call and never answers.',
    toFault: () => ({ kind: 'hang' }),
  },
  {
    id: 'garbage',
    title: 'Garbage',
    about: 'Answers what is no JSON.',
    toFault: () => ({ kind: 'malformed', text: '<html>not what you asked for' }),
  },
];

const APIS: readonly (readonly [value: string, text: string])[] = [
  ['', 'Every upstream'],
  ['arm', 'Management'],
  ['graph', 'Backup and restore'],
  ['docs', 'Documents'],
  ['business', 'Business data'],
];

/** More calls than anybody makes. */
const UNTIL_CLEARED = 1_000_000;

const TIMES: readonly (readonly [value: string, text: string])[] = [
  ['1', 'The next call'],
  ['3', 'The next 3 calls'],
  ['10', 'The next 10 calls'],
  [String(UNTIL_CLEARED), 'All calls, until cleared'],
];

/** Knobs that make the emulated cloud fail. */
export function Faults() {
  const { config } = useDesk();
  const [kind, setKind] = useState<FaultKind>(KINDS[0] as FaultKind);
  const [value, setValue] = useState(String(kind.knob?.initial ?? ''));
  const [api, setApi] = useState('arm');
  const [times, setTimes] = useState('3');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  if (isConnected.value === undefined)
    return <p class="note">Faults are made by the local stack; there is none behind this console.</p>;

  const inject = async (rule: FaultRule) => {
    try {
      await addFault(config, rule);
      setFailure(undefined);
      announce('Fault injected.');
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const target = api === '' ? {} : { api };
  return (
    <>
      <form
        class="faults"
        onSubmit={(event) => {
          event.preventDefault();
          void inject({ ...target, times: Number(times), fault: kind.toFault(Number(value)) });
        }}
      >
        <SelectField label="Where" value={api} onChange={setApi} options={APIS} />
        <fieldset class="fault-kinds">
          <legend>What happens</legend>
          {KINDS.map((each) => (
            <label key={each.id}>
              <input
                type="radio"
                name="fault"
                checked={kind.id === each.id}
                onChange={() => {
                  setKind(each);
                  setValue(String(each.knob?.initial ?? ''));
                }}
              />
              <span>
                <strong>{each.title}</strong>
                <small>{each.about}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {kind.knob && <TextField label={kind.knob.label} type="number" value={value} onInput={setValue} />}
        <SelectField label="How often" value={times} onChange={setTimes} options={TIMES} />
        <div class="actions">
          <button type="submit" class="primary">
            Inject the fault
          </button>
          <button
            type="button"
            onClick={() => void inject({ ...target, times: UNTIL_CLEARED, fault: { kind: 'reset' } })}
          >
            Take it down
          </button>
        </div>
        {failure && <p class="field-issue">{failure}</p>}
      </form>
      <ActiveFaults />
    </>
  );
}

function ActiveFaults() {
  const { config } = useDesk();
  if (faults.value.length === 0) return <p class="muted">No fault is waiting for a call.</p>;
  return (
    <section aria-labelledby="active-faults">
      <h3 id="active-faults">Waiting for calls</h3>
      <ul class="active-faults">
        {faults.value.map((rule, index) => (
          // Equal rules are told apart by their order alone.
          <li key={index}>
            <strong>{describe(rule)}</strong>
            <span>{APIS.find(([value]) => value === (rule.api ?? ''))?.[1]}</span>
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

function describe({ fault }: FaultRule): string {
  if (fault.kind === 'delay') return `slow by ${String(fault['ms'])} ms`;
  return fault.kind === 'status' ? `status ${String(fault['status'])}` : fault.kind;
}

/** Says above all else that the cloud is made to fail, with one way out. */
export function FaultBanner() {
  const { config } = useDesk();
  if (faults.value.length === 0) return null;
  const count = faults.value.length;
  return (
    <div class="fault-banner" role="status">
      <Icon name="warning" />
      <span>
        <strong>Faults are on.</strong> {count === 1 ? 'One rule makes' : `${count} rules make`} the emulated cloud
        fail.
      </span>
      <button
        type="button"
        onClick={() => {
          void clearFaults(config);
          announce('Faults cleared.');
        }}
      >
        Clear
      </button>
    </div>
  );
}
