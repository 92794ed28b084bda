/** Search of restore points, with what was found and for which units nothing was. */
import type { RestorePointSearchRequest, RestorePointSearchResult } from '../../../client/src/index.ts';
import { RestorePointSearch } from '../../../lib/contracts/restore-point-search.ts';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { type Sample, samples } from '../control.ts';
import { formatDistance, formatMoment } from '../logic/format.ts';
import { findIssues, type Issue } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { Check, findIssue, SelectField, TextAreaField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { ScrollFrame } from '../parts/scroll-frame.tsx';
import { useStored } from '../parts/use-stored.ts';

interface SearchForm {
  /** One a line. */
  readonly units: string;
  /** As the control has them: minutes, without an offset; meant in UTC. */
  readonly start: string;
  readonly end: string;
  readonly preference: string;
  readonly tags: string;
  readonly expression: string;
}

const DAY_MS = 86_400_000;

function startForm(): SearchForm {
  const start = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 16);
  return { units: '', start, end: '', preference: 'latest', tags: '', expression: '' };
}

function toUnitIds(units: string): string[] {
  return units.split(/[\s,]+/).filter((id) => id !== '');
}

function toSearch(form: SearchForm): RestorePointSearchRequest {
  return {
    protectionUnitIds: toUnitIds(form.units),
    protectionTimePeriod: {
      startDateTime: `${form.start}:00Z`,
      ...(form.end === '' ? {} : { endDateTime: `${form.end}:00Z` }),
    },
    ...(form.preference === '' ? {} : { restorePointPreference: form.preference as 'latest' }),
    ...(form.tags === '' ? {} : { tags: form.tags as 'none' }),
    ...(form.expression === '' ? {} : { artifactQuery: { queryExpression: form.expression, artifactType: 'message' } }),
  };
}

export function RestorePoints() {
  const [form, setForm] = useStored('restore-points', startForm());
  const call = useSearch();
  const body = toSearch(form);
  const issues = findIssues(RestorePointSearch, body);
  const change = (part: Partial<SearchForm>) => setForm({ ...form, ...part });
  return (
    <Page id="restore-points">
      <form
        class="panel form form-dense"
        onSubmit={(event) => {
          event.preventDefault();
          call.run({ body, noCache: false });
        }}
      >
        <Units form={form} change={change} issue={findIssue(issues, 'protectionUnitIds')} />
        <PeriodFields form={form} change={change} issues={issues} />
        <div class="actions">
          <button type="submit" class="primary" disabled={issues.length > 0}>
            <Icon name="search" /> Search
          </button>
          <button type="button" disabled={issues.length > 0} onClick={() => call.run({ body, noCache: true })}>
            <Icon name="refresh" /> Ask the cloud anew
          </button>
        </div>
      </form>
      <CallView
        call={call}
        what="the restore points"
        idle={
          <>
            <Icon name="stale" />
            <p>Choose what was protected, and a period. At most five restore points come back.</p>
          </>
        }
      >
        {(answer) => (
          <>
            <AnswerBar answer={answer} />
            <Results result={answer.body} />
            <Raw body={answer.body} />
          </>
        )}
      </CallView>
    </Page>
  );
}

interface Search {
  readonly body: RestorePointSearchRequest;
  readonly noCache: boolean;
}

function useSearch() {
  const { client } = useDesk();
  return useCall(async ({ body, noCache }: Search, signal) => {
    const answer = await client.searchRestorePoints({ body }, { signal, noCache });
    announce(`${answer.body.searchResults.length} restore points found.`);
    return answer;
  });
}

interface PeriodFieldsProps {
  readonly form: SearchForm;
  readonly change: (part: Partial<SearchForm>) => void;
  readonly issues: readonly Issue[];
}

function PeriodFields({ form, change, issues }: PeriodFieldsProps) {
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
        hint="Open when left empty."
        issue={findIssue(issues, 'protectionTimePeriod.endDateTime')}
      />
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
        label="Kind"
        value={form.tags}
        onChange={(tags) => change({ tags })}
        options={[
          ['', 'Any'],
          ['fastRestore', 'Fast restore'],
          ['none', 'Ordinary'],
        ]}
      />
      <TextField
        label="Artifact query"
        wide
        mono
        value={form.expression}
        onInput={(expression) => change({ expression })}
        placeholder="Sender -eq 'mia@contoso.example' -and HasAttachment -eq 'true'"
        hint="Takes exactly one protection unit; the answer then counts what the query hits."
        issue={findIssue(issues, 'artifactQuery')}
      />
    </>
  );
}

interface UnitsProps {
  readonly form: SearchForm;
  readonly change: (part: Partial<SearchForm>) => void;
  readonly issue: string | undefined;
}

function Units({ form, change, issue }: UnitsProps) {
  const chosen = toUnitIds(form.units);
  const known = samples.value.protectionUnits;
  const toggle = ({ id }: Sample, isChosen: boolean) =>
    change({ units: (isChosen ? [...chosen, id] : chosen.filter((each) => each !== id)).join('\n') });
  return (
    <div class="field-wide units">
      {known.length > 0 && (
        <fieldset class="checks">
          <legend>Known units</legend>
          {known.map((unit) => (
            <Check
              key={unit.id}
              label={unit.name}
              isChecked={chosen.includes(unit.id)}
              onChange={(isChosen) => toggle(unit, isChosen)}
            />
          ))}
        </fieldset>
      )}
      <TextAreaField
        label="Protection units"
        wide
        value={form.units}
        onInput={(units) => change({ units })}
        hint={`One id a line, at most 20. ${chosen.length} given.`}
        issue={form.units === '' ? undefined : issue}
      />
    </div>
  );
}

function Results({ result }: { readonly result: RestorePointSearchResult }) {
  const nameOf = (id: string | null | undefined) =>
    samples.value.protectionUnits.find((unit) => unit.id === id)?.name ?? id ?? 'not told';
  const now = Date.now();
  return (
    <>
      {result.searchResults.length === 0 ? (
        <div class="empty">
          <p>No restore point lies in this period.</p>
        </div>
      ) : (
        <ScrollFrame class="table-frame" label="Restore points found">
          <table>
            <thead>
              <tr>
                <th scope="col">Unit</th>
                <th scope="col">Restores to</th>
                <th scope="col">Kept until</th>
                <th scope="col">Kind</th>
                <th scope="col">Hits</th>
              </tr>
            </thead>
            <tbody>
              {result.searchResults.map(({ restorePoint, artifactHitCount }) => (
                <tr key={restorePoint?.id}>
                  <th scope="row">{nameOf(restorePoint?.protectionUnit?.id)}</th>
                  <td>
                    {formatMoment(restorePoint?.protectionDateTime)}
                    <small class="muted">
                      {formatDistance(Date.parse(restorePoint?.protectionDateTime ?? ''), now)}
                    </small>
                  </td>
                  <td>{formatMoment(restorePoint?.expirationDateTime)}</td>
                  <td>
                    {restorePoint?.tags === 'fastRestore' ? (
                      <Chip tone="ok" icon="hit">
                        Fast
                      </Chip>
                    ) : (
                      <Chip tone="plain">{restorePoint?.tags ?? 'none'}</Chip>
                    )}
                  </td>
                  <td>{artifactHitCount ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      {(result.noResultProtectionUnitIds ?? []).length > 0 && (
        <p class="note">
          <Icon name="informational" /> Nothing was found for {result.noResultProtectionUnitIds?.map(nameOf).join(', ')}
          .
        </p>
      )}
    </>
  );
}
