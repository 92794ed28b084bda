import { ApiDiagnostic } from '../../../lib/contracts/api-diagnostic.ts';
import { firstKnown } from '../known.ts';
import { type DiagnosticForm, toBody } from '../logic/diagnostic-form.ts';
import { toTitle } from '../logic/format.ts';
import { findIssues, type Issue } from '../logic/issues.ts';
import type { Scope } from '../logic/resource-id.ts';
import { Check, findIssue, SelectField, TextField } from '../parts/field.tsx';
import { toKnownSource } from '../parts/known-source.ts';
import { Picker } from '../parts/picker.tsx';
import { type Service, toServiceNames } from '../parts/service-fields.tsx';
import { useDiagnosticSource } from './sources.ts';

interface FieldsProps {
  readonly form: DiagnosticForm;
  readonly change: (part: Partial<DiagnosticForm>) => void;
}

export function NameFields({ form, change, scope }: FieldsProps & { readonly scope: Scope }) {
  return (
    <>
      <Picker
        label="API"
        value={form.apiId}
        onChange={(apiId) => change({ apiId, diagnosticId: '' })}
        source={toKnownSource(toServiceNames({ ...scope, serviceName: form.serviceName }), 'apis')}
      />
      <Picker
        label="Diagnostic"
        value={form.diagnosticId}
        onChange={(diagnosticId) => change({ diagnosticId })}
        source={useDiagnosticSource({ ...form, ...scope })}
        isFilled={form.apiId !== ''}
      />
      <SelectField
        label="api-version"
        value={form.apiVersion}
        onChange={(value) => change({ apiVersion: value as DiagnosticForm['apiVersion'] })}
        options={['2024-05-01', '2019-01-01', 'latest'].map((version) => [version, version] as const)}
      />
    </>
  );
}

/** Returns the first known API of a service. */
export function toApi(service: Service): Pick<DiagnosticForm, 'serviceName' | 'apiId' | 'diagnosticId'> {
  return { serviceName: service.serviceName, apiId: firstKnown(toServiceNames(service), 'apis'), diagnosticId: '' };
}

export function SettingFields({ form, change }: FieldsProps) {
  const issues = findIssues(ApiDiagnostic.request, toBody(form));
  return (
    <>
      <TextField
        label="Logger"
        mono
        value={form.loggerId}
        onInput={(loggerId) => change({ loggerId })}
        issue={form.loggerId === '' ? 'is required' : findIssue(issues, 'properties.loggerId')}
      />
      <AmountFields form={form} change={change} issues={issues} />
      <SelectField
        label="Verbosity"
        value={form.verbosity}
        onChange={(verbosity) => change({ verbosity })}
        options={[
          ...['error', 'information', 'verbose'].map((each) => [each, toTitle(each)] as const),
          ['', 'Not set'],
        ]}
      />
      <SelectField
        label="Correlation"
        value={form.protocol}
        onChange={(protocol) => change({ protocol })}
        options={['W3C', 'Legacy', 'None'].map((each) => [each, each] as const)}
      />
      <TextField label="Headers to log" mono value={form.headers} onInput={(headers) => change({ headers })} />
      <fieldset class="checks">
        <legend>Always log</legend>
        <Check
          label="All errors"
          isChecked={form.isErrorAlwaysLogged}
          onChange={(isErrorAlwaysLogged) => change({ isErrorAlwaysLogged })}
        />
      </fieldset>
    </>
  );
}

function AmountFields({ form, change, issues }: FieldsProps & { readonly issues: readonly Issue[] }) {
  return (
    <>
      <TextField
        label="Sampling (%)"
        type="number"
        value={form.percentage}
        onInput={(percentage) => change({ percentage })}
        issue={findIssue(issues, 'properties.sampling')}
      />
      <TextField
        label="Body bytes to log"
        type="number"
        value={form.bytes}
        onInput={(bytes) => change({ bytes })}
        issue={findIssue(issues, 'properties.frontend')}
      />
    </>
  );
}
