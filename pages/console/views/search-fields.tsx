/** The fields of a restore point search. */
import { type Sample, samples } from '../control.ts';
import { knownPaths } from '../known.ts';
import { cutMiddle } from '../logic/format.ts';
import type { Issue } from '../logic/issues.ts';
import { listNames, PROTECTION_UNITS } from '../logic/known-paths.ts';
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

/** Units by name where any are known, their ids below, collapsed. */
export function UnitFields({ form, change, issue }: UnitFieldsProps) {
  const selected = parseUnitIds(form.units);
  const known = listKnownUnits();
  const toggle = ({ id }: Sample, isSelected: boolean) =>
    change({ units: (isSelected ? [...selected, id] : selected.filter((each) => each !== id)).join('\n') });
  const shownIssue = form.units === '' ? undefined : issue;
  return (
    <div class="field-wide units">
      {known.length > 0 && (
        <fieldset class="checks">
          <legend>Protection units</legend>
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
      <details class="id-field" open={known.length === 0 || shownIssue !== undefined}>
        <summary>Ids of protection units, {selected.length} entered</summary>
        <TextAreaField
          label="Ids"
          wide
          value={form.units}
          onInput={(units) => change({ units })}
          hint="One per line, at most 20."
          issue={shownIssue}
        />
      </details>
    </div>
  );
}

/** Samples, and what was searched before. */
function listKnownUnits(): readonly Sample[] {
  const { protectionUnits } = samples.value;
  const recent = listNames(knownPaths.value, {}, PROTECTION_UNITS)
    .filter(({ id }) => !protectionUnits.some((unit) => unit.id === id))
    .map(({ id }) => ({ id, name: cutMiddle(id) }));
  return [...protectionUnits, ...recent];
}
