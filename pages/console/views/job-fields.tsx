import { useMemo } from 'preact/hooks';
import type { Draft } from '../logic/issues.ts';
import { listJobTemplates } from '../logic/job-templates.ts';
import { Chip } from '../parts/chip.tsx';
import { SelectField } from '../parts/field.tsx';
import { formatJob, type WriteMode } from './use-jobs.ts';

interface TemplateFieldProps {
  readonly namespace: string;
  readonly onSelect: (text: string) => void;
}

export function TemplateField({ namespace, onSelect }: TemplateFieldProps) {
  const templates = useMemo(() => listJobTemplates(namespace), [namespace]);
  return (
    <SelectField
      label="Template"
      value=""
      onChange={(name) => onSelect(formatJob(templates.find((each) => each.name === name)?.job))}
      options={[['', 'Select a template…'], ...templates.map(({ name }) => [name, name] as const)]}
    />
  );
}

interface ModeFieldProps {
  readonly mode: WriteMode;
  readonly onChange: (mode: WriteMode) => void;
}

export function ModeField({ mode, onChange }: ModeFieldProps) {
  return (
    <SelectField
      label="If the job exists"
      value={mode}
      onChange={(value) => onChange(value as WriteMode)}
      options={[
        ['create', 'Fail (If-None-Match: *)'],
        ['replace', 'Replace as compared (If-Match)'],
        ['overwrite', 'Overwrite whatever is there'],
      ]}
    />
  );
}

interface SubmitRowProps {
  readonly mode: WriteMode;
  readonly draft: Draft;
  readonly jobName: string;
}

export function SubmitRow({ mode, draft, jobName }: SubmitRowProps) {
  const count = draft.issues.length;
  return (
    <div class="actions">
      <button type="submit" class="primary" disabled={count > 0 || jobName === ''}>
        {mode === 'create' ? 'Create job' : 'Compare and replace…'}
      </button>
      <Chip tone={count === 0 ? 'ok' : 'error'} icon={count === 0 ? 'ok' : 'error'}>
        {count === 0 ? 'Valid' : count === 1 ? '1 problem' : `${count} problems`}
      </Chip>
    </div>
  );
}
