/** A list of any kind: where it is, a table, and below a row its details and what can be done with it. */
import { readPageToken } from '../../../client/src/pages.ts';
import { call } from '../api.ts';
import { findKnownName, rememberCompanies } from '../known.ts';
import { toHref } from '../logic/address.ts';
import { at } from '../logic/changes.ts';
import { age, type Json, type Kind, type KindColumn, time, toCell, toScopeInput } from '../logic/kind.ts';
import { type Names, parsePath } from '../logic/known-paths.ts';
import { rememberNames } from '../memory.ts';
import { findOperation, mayCall } from '../operations.ts';
import { Question, TextField } from '../parts/field.tsx';
import { type Load, LoadView, useLoad } from '../parts/load.tsx';
import { fillNames, isComplete, ScopeFields, toScopePath } from '../parts/scope-fields.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Chip } from '../parts/values.tsx';
import { useWrite, WriteView } from '../parts/write.tsx';
import { amend, go, hrefWith, route, useDefaultIn } from '../router.ts';
import { user } from '../session.ts';
import { Editing } from './editing.tsx';
import type { ListState, Rows } from './list-state.ts';
import { RowActions, RowDetails } from './row-details.tsx';

export function ListPage({ kind }: { readonly kind: Kind }) {
  const { query } = route.value;
  const names = fillNames(kind.levels, parsePath(query['in'] ?? '').names);
  const isAsked = isComplete(kind.levels, names);
  const { role } = findOperation(kind.list);
  const mayList = mayCall(user.value, kind.list);
  const list = useRows(kind, names, isAsked && mayList);
  useDefaultIn(isAsked ? toScopePath(kind.levels, names) : '');
  const change = (row: Json) => {
    const isSame = (each: Json) => each[kind.key] === row[kind.key];
    list.change(({ rows, next }) => ({
      rows: rows.some(isSame) ? rows.map((each) => (isSame(each) ? row : each)) : [row, ...rows],
      next,
    }));
  };
  const creation = useWrite();
  const state: ListState = { kind, names, list, creation, change };
  const plural = kind.title.replace(/^.(?=[a-z])/, (first) => first.toLowerCase());
  const where = kind.levels.length === 0 ? '' : ` of ${toName(Object.values(names).at(-1) ?? '')}`;
  return (
    <>
      <Asked state={state} isAsked={isAsked} />
      {!isAsked && <p class="empty">Choose {kind.levels.map(({ label }) => label.toLowerCase()).join(', ')}.</p>}
      {!mayList && (
        <p class="note">
          The list needs the role {role}. Enter a name in the address to work with one: <code>item=…</code>
        </p>
      )}
      {query['tab'] !== 'new' && <WriteView write={creation} />}
      <LoadView load={list} what={`the ${plural}${where}`}>
        {({ rows, next }) => <RowList state={state} rows={rows} next={next} />}
      </LoadView>
      {!mayList && query['item'] && <RowDetails state={state} row={{ [kind.key]: query['item'] }} />}
    </>
  );
}

const toName = (id: string) => findKnownName(id) ?? id;

function useRows(kind: Kind, names: Names, isAsked: boolean): Load<Rows> {
  const { search = '', pages = '1' } = route.value.query;
  const key = isAsked ? JSON.stringify([kind.id, names, search, pages]) : undefined;
  return useLoad<Rows>({
    key,
    load: async (signal, _before, noCache) => {
      const rows: Json[] = [];
      let next: string | undefined;
      for (let page = 0; page < Number(pages) && (page === 0 || next !== undefined); page += 1) {
        const token: Json = next === undefined ? {} : { $skipToken: next };
        const filter: Json = search === '' ? {} : { $filter: toNameFilter(search) };
        const input = { ...toScopeInput(kind, names), ...kind.listQuery, ...filter, ...token };
        const { body } = await call(kind.list, input, { signal, noCache });
        rows.push(...((body['value'] ?? []) as readonly Json[]));
        next = readPageToken(body);
      }
      rememberNames(rows.map((row) => ({ id: String(row['id']), name: row['displayName'] as string | undefined })));
      if (kind.id === 'companies') rememberCompanies(rows.map((row) => String(row['id'])));
      return { rows, next };
    },
  });
}

/** The service tells cases apart, so the text is searched as it is and with a capital first letter. */
function toNameFilter(search: string): string {
  const texts = [search, search.charAt(0).toUpperCase() + search.slice(1)].map((text) => text.replaceAll("'", "''"));
  return [...new Set(texts)].map((text) => `contains(displayName,'${text}')`).join(' or ');
}

function Asked({ state: { kind, names }, isAsked }: { readonly state: ListState; readonly isAsked: boolean }) {
  const { query } = route.value;
  const change = (next: Names) => go(hrefWith({ in: toScopePath(kind.levels, next), item: '', tab: '', pages: '' }));
  return (
    <div class="question">
      {kind.levels.length > 0 && (
        <Question
          asked={kind.levels.map(({ type }) => toName(names[type.toLowerCase()] ?? '')).join(' / ')}
          isAnswered={isAsked}
        >
          <ScopeFields levels={kind.levels} names={names} onChange={change} />
        </Question>
      )}
      {kind.isSearched && (
        <TextField
          label="Search by name"
          value={query['search'] ?? ''}
          onChange={(search) => amend({ search, pages: '' })}
          type="search"
        />
      )}
      {mayCall(user.value, kind.write) && (
        <a class="button" href={hrefWith({ item: '', tab: 'new' })}>
          New {kind.one}…
        </a>
      )}
    </div>
  );
}

function RowList({ state, rows, next }: Rows & { readonly state: ListState }) {
  const { kind } = state;
  const { query } = route.value;
  if (query['tab'] === 'new') return <Editing key="new" state={state} existing={undefined} />;
  const isThere = rows.some((row) => row[kind.key] === query['item']);
  return (
    <>
      {query['item'] && !isThere && <RowDetails state={state} row={{ [kind.key]: query['item'] }} />}
      <Table
        label={`List of ${kind.one}s`}
        columns={kind.columns.map(toColumn)}
        rows={rows}
        empty={`There is no ${kind.one} ${query['search'] ? `with “${query['search']}” in its name` : 'here'}.`}
        toKey={(row) => String(row[kind.key])}
        details={(row) => <RowDetails key={String(row[kind.key])} state={state} row={row} />}
        actions={(row) =>
          kind.within ? <Within kind={kind} row={row} /> : <RowActions state={state} row={row} isShort />
        }
      />
      {next !== undefined && (
        <a class="button" href={hrefWith({ pages: String(Number(query['pages'] ?? 1) + 1) })}>
          Load more
        </a>
      )}
    </>
  );
}

/** A time is sorted as the service writes it, not as it reads. */
export function toColumn(column: KindColumn): Column<Json> {
  const { title, path, format, tones, isMinor = false, isWide = false } = column;
  const sortBy = (row: Json) => {
    const value = at(row, path);
    const isRaw = typeof value === 'number' || format === time || format === age;
    return isRaw ? ((value ?? '') as number | string) : toCell(column, row);
  };
  const cell = (row: Json) => {
    const text = toCell(column, row);
    return tones && text !== '' ? <Chip tone={tones[text] ?? 'plain'}>{text}</Chip> : text;
  };
  return { title, cell, sortBy, isMinor, isWide };
}

/** Leads to what is in it. */
function Within({ kind: { within = [] }, row }: { readonly kind: Kind; readonly row: Json }) {
  return (
    <>
      {within.map((view) => (
        <a key={view} class="button small" href={toHref(view, { in: `/companies/${row['id']}` })}>
          {view.charAt(0).toUpperCase() + view.slice(1)}
        </a>
      ))}
    </>
  );
}
