import type { EventQuestion } from '../logic/event-question.ts';
import type { EventQuery } from '../logic/load-events.ts';
import { parseResourceId } from '../logic/resource-id.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { defaultScope, SubscriptionPicker } from '../parts/resource-fields.tsx';
import { defaultResource, ResourcePicker } from '../parts/resource-picker.tsx';
import { Segments } from '../parts/segments.tsx';
import { useStored } from '../parts/use-stored.ts';

interface QuestionForm {
  readonly question: EventQuestion;
  readonly isValid: boolean;
  change(part: Partial<EventQuestion>): void;
}

/** The form's state, which this tab keeps. */
export function useEventQuestion(): QuestionForm {
  const [scope, setScope] = useStored<EventQuestion['scope']>('events.scope', 'resource');
  const [resource, setResource] = useStored('events.resource', defaultResource());
  const [subscription, setSubscription] = useStored('events.subscription', defaultScope().subscriptionId);
  const [filter, setFilter] = useStored('events.filter', '');
  const [days, setDays] = useStored('events.days', 90);
  const target = scope === 'resource' ? resource : subscription;
  return {
    question: { scope, target, filter, days },
    isValid: scope === 'resource' ? parseResourceId(resource) !== undefined : /^[\w-]+$/.test(subscription.trim()),
    change(part) {
      if (part.scope !== undefined) setScope(part.scope);
      if (part.target !== undefined)
        ((part.scope ?? scope) === 'resource' ? setResource : setSubscription)(part.target);
      if (part.filter !== undefined) setFilter(part.filter);
      if (part.days !== undefined) setDays(part.days);
    },
  };
}

interface EventFormProps {
  readonly form: QuestionForm;
  readonly onLoad: (query: EventQuery) => void;
}

const SCOPES = [
  ['resource', 'One resource'],
  ['subscription', 'A subscription'],
] as const;

export function EventForm({ form, onLoad }: EventFormProps) {
  const { question, isValid, change } = form;
  const submit = (event: Event) => {
    event.preventDefault();
    onLoad(question);
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <div class="field-wide">
        <Segments
          legend="Events of"
          name="events-scope"
          options={SCOPES}
          selected={question.scope}
          onSelect={(scope) => change({ scope })}
        />
      </div>
      <TargetField form={form} />
      {question.scope === 'subscription' && (
        <SelectField
          label="Updated in the last"
          value={String(question.days)}
          onChange={(days) => change({ days: Number(days) })}
          options={PERIODS}
        />
      )}
      <FilterField
        filter={question.filter}
        onInput={(filter) => change({ filter })}
        onExample={(filter) => {
          change({ filter });
          if (isValid) onLoad({ ...question, filter });
        }}
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={!isValid}>
          <Icon name="search" /> Show events
        </button>
        <button type="button" disabled={!isValid} onClick={() => onLoad({ ...question, noCache: true })}>
          <Icon name="refresh" /> Refresh (bypass cache)
        </button>
      </div>
    </form>
  );
}

const PERIODS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'year'],
] as const;

function TargetField({ form: { question, change } }: { readonly form: QuestionForm }) {
  const { scope, target } = question;
  const select = (id: string) => change({ target: id });
  return scope === 'resource' ? (
    <ResourcePicker value={target} onChange={select} />
  ) : (
    <SubscriptionPicker value={target} onChange={select} />
  );
}

const EXAMPLES = [
  "status eq 'Active'",
  "eventType eq 'ServiceIssue'",
  "eventLevel eq 'Critical'",
  'isEventSensitive eq true',
];

interface FilterFieldProps {
  readonly filter: string;
  readonly onInput: (filter: string) => void;
  readonly onExample: (example: string) => void;
}

function FilterField({ filter, onInput, onExample }: FilterFieldProps) {
  return (
    <TextField
      label="Filter at the service"
      wide
      mono
      value={filter}
      onInput={onInput}
      placeholder="none: all events"
      hint={
        <>
          <span class="hint-line">
            Sent as <code>$filter</code>, unchanged. The chips above the timeline narrow what is loaded, without a
            request.
          </span>
          {EXAMPLES.map((example) => (
            <button key={example} type="button" class="link mono" onClick={() => onExample(example)}>
              {example}
            </button>
          ))}
        </>
      }
    />
  );
}
