/** The fields of a restore point search. */
import { type Sample, samples } from '../control.ts';
import type { Issue } from '../logic/issues.ts';
import { parseUnitIds, type SearchForm } from '../logic/search-form.ts';
import { Check, findIssue, SelectField, TextAreaField, TextField } from '../parts/field.tsx';

interface FieldsProps {
  readonly form: SearchForm;
  readonly change: (part: Partial<SearchForm>) => void;
  readonly issues: readonly Issue[];
}

export function PeriodFields({ form, change, issues }: FieldsProps) {
  return (
    <>
      <TextField
        label="From (UTC)"
        type="datetime-local"
        value={form.start}
        onInput={(start) => change({ start })}
        issue={findIssue(issues, 'protectionTimePeriod.startDateTime')}
      />
      <TextField
        label="To (UTC)"
        type="datetime-local"
        value={form.end}
        onInput={(end) => change({ end })}
        hint="Leave empty for no end."
        issue={findIssue(issues, 'protectionTimePeriod.endDateTime')}
      />
    </>
  );
}

export function SearchFields({ form, change, issues }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Preference"
        value={form.preference}
        onChange={(preference) => change({ preference })}
        options={[
          ['latest', 'Latest'],
          ['oldest', 'Oldest'],
          ['', 'None'],
        ]}
      />
      <SelectField
        label="Type"
        value={form.tags}
        onChange={(tags) => change({ tags })}
        options={[
          ['', 'Any'],
          ['fastRestore', 'Fast restore'],
          ['none', 'Regular'],
        ]}
      />
      <TextField
        label="Artifact query"
        wide
        mono
        value={form.expression}
        onInput={(expression) => change({ expression })}
        placeholder="Sender -eq 'mia@contoso.example' -and HasAttachment -eq 'true'"
        hint="Needs exactly one protection unit. The response has the number of matching artifacts."
        issue={findIssue(issues, 'artifactQuery')}
      />
    </>
  );
}

interface UnitFieldsProps {
  readonly form: SearchForm;
  readonly change: (part: Partial<SearchForm>) => void;
  readonly issue: string | undefined;
}

export function UnitFields({ form, change, issue }: UnitFieldsProps) {
  const selected = parseUnitIds(form.units);
  const known = samples.value.protectionUnits;
  const toggle = ({ id }: Sample, isSelected: boolean) =>
    change({ units: (isSelected ? [...selected, id] : selected.filter((each) => each !== id)).join('\n') });
  return (
    <div class="field-wide units">
      {known.length > 0 && (
        <fieldset class="checks">
          <legend>Sample units</legend>
          {known.map((unit) => (
            <Check
              key={unit.id}
              label={unit.name}
              isChecked={selected.includes(unit.id)}
              onChange={(isSelected) => toggle(unit, isSelected)}
            />
          ))}
        </fieldset>
      )}
      <TextAreaField
        label="Protection units"
        wide
        value={form.units}
        onInput={(units) => change({ units })}
        hint={`One id per line, at most 20. ${selected.length} entered.`}
        issue={form.units === '' ? undefined : issue}
      />
    </div>
  );
}
