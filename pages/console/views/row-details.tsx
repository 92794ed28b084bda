/** Below a row: the whole of it, its parts, and its tabs: facts, editing, JSON. */
import { useConsole } from '../context.ts';
import { at } from '../logic/changes.ts';
import { type Json, toCell, toInput } from '../logic/kind.ts';
import { findOperation } from '../operations.ts';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { LoadView } from '../parts/load-view.tsx';
import { ResponseLine } from '../parts/response-line.tsx';
import { hrefWith, route } from '../router.ts';
import { useLoad } from '../use-load.ts';
import { ConsentSteps } from './consent-steps.tsx';
import { Editing } from './editing.tsx';
import { type ListState, readOne } from './list-state.ts';
import { RowActions } from './row-actions.tsx';

export function RowDetails({ state, row }: { readonly state: ListState; readonly row: Json }) {
  const { client, user } = useConsole();
  const { kind, names, service } = state;
  const key = String(row[kind.key]);
  const mayRead = kind.read !== undefined && user.roles.includes(findOperation(kind.read).role);
  const one = useLoad({
    key: mayRead ? JSON.stringify([kind.id, names, key]) : undefined,
    load: (signal) => readOne(state, client, key, signal),
  });
  const { tab = '' } = route.value.query;
  if (!mayRead) return <RowFacts state={state} row={row} />;
  return (
    <div class="row-details">
      <LoadView load={one} what={`the ${kind.one} ${key}`} service={service}>
        {(answer) => (
          <>
            <Tabs
              tab={tab}
              mayWrite={kind.write !== undefined && user.roles.includes(findOperation(kind.write).role)}
            />
            {tab === 'edit' && (
              <Editing key={answer.etag} state={state} existing={answer} onSaved={(saved) => one.change(saved)} />
            )}
            {tab === 'json' && <ResponseLine response={answer} isOpen />}
            {tab === '' && (
              <>
                <RowFacts state={state} row={answer.body} />
                <RowActions state={state} row={answer.body} onDone={() => one.reload()} />
                {kind.id === 'authorizations' && needsConsent(answer.body) && (
                  <ConsentSteps
                    input={toInput(kind, names, key)}
                    provider={names['authorizationproviders'] ?? 'the provider'}
                    onConfirmed={() => one.reload()}
                  />
                )}
              </>
            )}
          </>
        )}
      </LoadView>
    </div>
  );
}

function needsConsent(row: Json): boolean {
  return at(row, 'properties.error.code') === 'Unauthenticated' && at(row, 'properties.status') === 'Error';
}

function Tabs({ tab, mayWrite }: { readonly tab: string; readonly mayWrite: boolean }) {
  const tabs = [['', 'Details'], ...(mayWrite ? [['edit', 'Edit']] : []), ['json', 'JSON']] as const;
  return (
    <nav class="tabs" aria-label="Parts of it">
      {tabs.map(([id = '', title]) => (
        <a key={id} href={hrefWith({ tab: id })} aria-current={tab === id ? 'true' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function RowFacts({ state: { kind }, row }: { readonly state: ListState; readonly row: Json }) {
  const parts = (kind.parts ?? []).flatMap((part) =>
    ((at(row, `properties.${part}`) ?? []) as readonly Json[]).map((each) => ({ part, each })),
  );
  return (
    <>
      <Facts facts={kind.facts.map((fact) => [fact.title, toCell(fact, row)])} />
      {parts.length > 0 && (
        <ul class="parts">
          {parts.map(({ part, each }) => (
            <li key={`${part} ${each['name']}`}>
              <Icon name="arrow" /> <span class="muted">{part.replace(/s$/, '')}</span>{' '}
              <strong>{String(each['name'])}</strong>{' '}
              <code>{String(at(each, 'properties.datasource.type') ?? at(each, 'properties.type') ?? '')}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
