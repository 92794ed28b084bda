/** The form to read a customer or an item of a company. */
import type { ComponentChildren } from 'preact';
import { guid } from '../../../lib/contracts/path-values.ts';
import { type Sample, samples } from '../control.ts';
import { findIssues } from '../logic/issues.ts';
import { Icon } from '../parts/icon.tsx';
import { Picker } from '../parts/picker.tsx';
import { useStored } from '../parts/use-stored.ts';
import type { RunningCall } from '../use-call.ts';
import { useCompanySource, useRecordSource } from './sources.ts';

/** A record of a company. */
export interface RecordId {
  readonly companyId: string;
  readonly id: string;
}

export function Idle({ what }: { readonly what: string }) {
  return (
    <>
      <Icon name="search" />
      <p>Select a company and {what}.</p>
    </>
  );
}

interface RecordFormProps {
  readonly kind: 'customers' | 'items';
  readonly label: string;
  readonly call: RunningCall<RecordId, unknown>;
  readonly children?: ComponentChildren;
}

export function RecordForm({ kind, label, call, children }: RecordFormProps) {
  const [record, setRecord] = useStored<RecordId>(kind, { companyId: '', id: '' });
  const company = samples.value.companies.find(({ id }) => id === record.companyId);
  const known: readonly Sample[] = company?.[kind] ?? [];
  const select = (id: string) => {
    setRecord({ ...record, id });
    call.run({ ...record, id });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    call.run(record);
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <Picker
        label="Company"
        value={record.companyId}
        onChange={(companyId) => setRecord({ companyId, id: '' })}
        source={useCompanySource()}
        isFilled
        isId={isGuid}
      />
      <Picker
        label={label}
        value={record.id}
        onChange={(id) => setRecord({ ...record, id })}
        source={useRecordSource(kind, record.companyId)}
        isFilled={record.companyId !== ''}
        isId={isGuid}
        hint={known.length > 0 && <Shortcuts records={known} onSelect={select} />}
      />
      {children}
      <div class="actions">
        <button type="submit" class="primary" disabled={!isGuid(record.companyId) || !isGuid(record.id)}>
          <Icon name="search" /> Read
        </button>
      </div>
    </form>
  );
}

export function isGuid(text: string): boolean {
  return findIssues(guid, text).length === 0;
}

function Shortcuts({ records, onSelect }: { records: readonly Sample[]; onSelect: (id: string) => void }) {
  return (
    <>
      {records.map(({ id, name }) => (
        <button key={id} type="button" class="link" onClick={() => onSelect(id)}>
          {name}
        </button>
      ))}
    </>
  );
}
