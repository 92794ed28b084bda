import { clearPageRequests } from '../api.ts';
import { clearRecords } from '../control.ts';
import { type LiveFilter, listValues } from '../logic/live-filter.ts';
import type { LiveRow } from '../logic/live-rows.ts';
import { announce } from '../parts/announce.tsx';

interface FilterBarProps {
  readonly rows: readonly LiveRow[];
  readonly filter: LiveFilter;
  readonly onChange: (filter: LiveFilter) => void;
}

const STATUSES = [
  ['succeeded', '2xx, 304'],
  ['refused', '4xx'],
  ['failed', '5xx, none'],
] as const;

export function FilterBar({ rows, filter, onChange }: FilterBarProps) {
  const toOptions = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const clear = () => {
    clearRecords();
    clearPageRequests();
    announce('Requests cleared.');
  };
  return (
    <div class="live-filters">
      <Select
        label="Caller"
        value={filter.caller}
        options={toOptions(listValues(rows, 'caller', filter.caller))}
        onChange={(caller) => onChange({ ...filter, caller })}
      />
      <Select
        label="Operation"
        value={filter.operation}
        options={toOptions(listValues(rows, 'title', filter.operation))}
        onChange={(operation) => onChange({ ...filter, operation })}
      />
      <Select
        label="Status"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => onChange({ ...filter, status: status as LiveFilter['status'] })}
      />
      <button type="button" class="small" onClick={clear} title="Remove the requests until now">
        Clear
      </button>
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select
      aria-label={`Filter by ${label.toLowerCase()}`}
      class={value === '' ? '' : 'chosen'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}
