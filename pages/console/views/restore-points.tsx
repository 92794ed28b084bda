import { type Answer, call } from '../api.ts';
import { samples } from '../control.ts';
import { at } from '../logic/changes.ts';
import { MISSING } from '../logic/format.ts';
import { type BodyField, type Json, type KindColumn, time } from '../logic/kind.ts';
import { formatBody } from '../logic/schema.ts';
import { BodyForm, type FormBody, findBody, useDraft, WithDocument } from '../parts/body-form.tsx';
import { Question } from '../parts/field.tsx';
import { LoadView, useLoad } from '../parts/load.tsx';
import { ResponseLine } from '../parts/response-line.tsx';
import { Table } from '../parts/table.tsx';
import { go, hrefWith, route } from '../router.ts';
import { toColumn } from './list-page.tsx';

const DAY_MS = 86_400_000;

const FIELDS: readonly BodyField[] = [
  { path: 'protectionUnitIds', label: 'Protection units', hint: 'Ids with commas, at most 20.' },
  { path: 'protectionTimePeriod.startDateTime', label: 'From' },
  { path: 'protectionTimePeriod.endDateTime', label: 'To', hint: 'Empty for no end.' },
  { path: 'restorePointPreference', label: 'Preference', hint: 'Of each unit.' },
  {
    path: 'tags',
    label: 'Type',
    choices: [
      ['fastRestore', 'Fast restore'],
      ['none', 'Regular'],
    ],
    hint: 'Both, if it is not set.',
  },
  {
    path: 'artifactQuery.queryExpression',
    label: 'Artifact query',
    hint: "Of exactly one unit, for example Sender -eq 'mia@contoso.example'.",
  },
];

const START = {
  protectionUnitIds: [],
  protectionTimePeriod: { startDateTime: `${new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 16)}:00Z` },
  restorePointPreference: 'latest',
};

export function RestorePoints() {
  const { ask } = route.value.query;
  const search = useLoad<Answer>({
    key: ask,
    load: (signal, _before, noCache) =>
      call('searchRestorePoints', { body: JSON.parse(ask ?? '') as unknown }, { signal, noCache }),
  });
  return (
    <>
      <WithDocument>
        {(openApi) => <SearchForm body={findBody(openApi, 'searchRestorePoints')} asked={ask} />}
      </WithDocument>
      <LoadView load={search} what="the restore points">
        {(response) => (
          <>
            <Results body={response.body} />
            <ResponseLine response={response} />
          </>
        )}
      </LoadView>
    </>
  );
}

/** What was asked is folded to one line. */
function SearchForm({ body, asked }: { readonly body: FormBody; readonly asked: string | undefined }) {
  const form = useDraft('restore-points', body, asked ? JSON.parse(asked) : START);
  const { draft, onText } = form;
  const chosen = (at(draft.value, 'protectionUnitIds') ?? []) as readonly string[];
  const toggle = (id: string) => {
    const protectionUnitIds = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    onText(formatBody({ ...(draft.value as Json), protectionUnitIds }));
  };
  return (
    <Question
      asked={`${chosen.length} ${chosen.length === 1 ? 'unit' : 'units'}: ${chosen.map(findUnitName).join(', ') || 'none chosen'}`}
      isAnswered={asked !== undefined}
    >
      {samples.value.protectionUnits.length > 0 && (
        <fieldset class="chips">
          <legend>Known units</legend>
          {samples.value.protectionUnits.map(({ id, name }) => (
            <label key={id} class="chips">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <BodyForm
        label="Search as JSON"
        fields={FIELDS}
        {...form}
        onSubmit={() => go(hrefWith({ ask: JSON.stringify(draft.value) }))}
      >
        <button type="submit" class="primary" disabled={draft.issues.length > 0}>
          Search
        </button>
      </BodyForm>
    </Question>
  );
}

function Results({ body }: { readonly body: Json }) {
  const results = (body['searchResults'] ?? []) as readonly Json[];
  const missing = (body['noResultProtectionUnitIds'] ?? []) as readonly string[];
  return (
    <>
      <Table
        label="Restore points found"
        columns={COLUMNS.map(toColumn)}
        rows={results}
        empty="There are no restore points in this period."
        toKey={(row) => String(at(row, 'restorePoint.id'))}
      />
      {missing.length > 0 && <p class="note">No restore points for {missing.map(findUnitName).join(', ')}.</p>}
    </>
  );
}

function findUnitName(id: unknown): string {
  return samples.value.protectionUnits.find((unit) => unit.id === id)?.name ?? String(id ?? MISSING);
}

const COLUMNS: readonly KindColumn[] = [
  { title: 'Unit', path: 'restorePoint.protectionUnit.id', format: findUnitName },
  { title: 'Restores to', path: 'restorePoint.protectionDateTime', format: time },
  { title: 'Kept until', path: 'restorePoint.expirationDateTime', format: time },
  { title: 'Type', path: 'restorePoint.tags', format: (tag) => (tag === 'fastRestore' ? 'Fast restore' : 'Regular') },
  { title: 'Matches', path: 'artifactHitCount', format: (count) => String(count ?? MISSING) },
];
