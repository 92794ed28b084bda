/** Searches restore points. */
import type { RestorePointSearchRequest } from '../../../client/src/index.ts';
import { RestorePointSearch } from '../../../lib/contracts/restore-points.ts';
import { useConsole } from '../context.ts';
import { findIssues } from '../logic/issues.ts';
import { PROTECTION_UNITS } from '../logic/known-paths.ts';
import { createForm, type SearchForm, toBody } from '../logic/search-form.ts';
import { remember } from '../memory.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { findIssue } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';
import { PeriodFields, SearchFields, UnitFields } from './search-fields.tsx';
import { SearchResults } from './search-results.tsx';

export function RestorePoints() {
  const call = useSearch();
  return (
    <Page id="restore-points">
      <SearchPanel onSearch={call.run} />
      <CallView
        call={call}
        what="the restore points"
        idle={
          <>
            <Icon name="stale" />
            <p>Select protection units and a period. A search returns at most five restore points.</p>
          </>
        }
      >
        {(response) => (
          <>
            <SearchResults result={response.body} />
            <ResponseBar response={response} body={response.body} />
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
  const { client } = useConsole();
  return useCall(async ({ body, noCache }: Search, signal) => {
    const response = await client.searchRestorePoints({ body }, { signal, noCache });
    for (const id of body.protectionUnitIds) remember(`/${PROTECTION_UNITS}/${id}`);
    announce(`${response.body.searchResults.length} restore points found.`);
    return response;
  });
}

function SearchPanel({ onSearch }: { readonly onSearch: (search: Search) => void }) {
  const [form, setForm] = useStored('restore-points', createForm());
  const body = toBody(form);
  const issues = findIssues(RestorePointSearch.request, body);
  const change = (part: Partial<SearchForm>) => setForm({ ...form, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    onSearch({ body, noCache: false });
  };
  return (
    <form class="panel form form-dense" onSubmit={submit}>
      <UnitFields form={form} change={change} issue={findIssue(issues, 'protectionUnitIds')} />
      <PeriodFields form={form} change={change} issues={issues} />
      <SearchFields form={form} change={change} issues={issues} />
      <div class="actions">
        <button type="submit" class="primary" disabled={issues.length > 0}>
          <Icon name="search" /> Search
        </button>
        <button type="button" disabled={issues.length > 0} onClick={() => onSearch({ body, noCache: true })}>
          <Icon name="refresh" /> Refresh (bypass cache)
        </button>
      </div>
    </form>
  );
}
