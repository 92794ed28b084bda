/** The current health of many resources in one table. */
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { knownPaths } from '../known.ts';
import { describeFleet, listFleet } from '../logic/fleet.ts';
import { parseResourceId } from '../logic/resource-id.ts';
import { forget } from '../memory.ts';
import { announce } from '../parts/announce.tsx';
import { Chip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { toResourceName } from '../parts/known-source.ts';
import { ResourcePicker } from '../parts/resource-picker.tsx';
import { useNow } from '../parts/use-now.ts';
import { useStored } from '../parts/use-stored.ts';
import { FleetTable } from './fleet-table.tsx';
import { useFleet } from './use-fleet.ts';
import { WatchLine } from './watch-line.tsx';

const ROLE = 'HealthEvents.Read';

export function Fleet() {
  const hasRole = useConsole().user.roles.includes(ROLE);
  const [added, setAdded] = useStored<readonly string[]>('fleet.added', []);
  const ids = listFleet(added, knownPaths.value);
  const remove = (id: string) => {
    // What was read is remembered, and would stay.
    forget(id);
    setAdded(added.filter((each) => !isSame(each, id)));
  };
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 tabIndex={-1}>Fleet</h1>
          <Chip tone={hasRole ? 'ok' : 'warning'} icon={hasRole ? 'ok' : 'lock'}>
            {hasRole ? ROLE : `You don't have the role ${ROLE}`}
          </Chip>
        </div>
        <p>The current health of your resources, up to twenty in one request.</p>
      </header>
      <AddResource onAdd={(id) => setAdded([id, ...added.filter((each) => !isSame(each, id))])} />
      {hasRole && ids.length > 0 ? (
        <Health ids={ids} added={added} onRemove={remove} />
      ) : (
        <div class="empty">
          <Icon name={hasRole ? 'pulse' : 'lock'} />
          {hasRole ? (
            <p>No resource is known yet. Enter one above; those that you use elsewhere appear here by themselves.</p>
          ) : (
            <p>
              The health of resources needs the role <code>{ROLE}</code>. Ask an administrator for it.
            </p>
          )}
        </div>
      )}
    </>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function AddResource({ onAdd }: { readonly onAdd: (id: string) => void }) {
  const [id, setId] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    onAdd(id.trim());
    announce(`${toResourceName(id)} is in the fleet.`);
    setId('');
  };
  return (
    <details class="panel fleet-add">
      <summary>
        <Icon name="chevron" class="chevron" /> Add a resource
      </summary>
      <form class="form" onSubmit={submit}>
        <ResourcePicker value={id} onChange={setId} />
        <div class="actions">
          <button type="submit" class="primary" disabled={parseResourceId(id) === undefined}>
            Add
          </button>
        </div>
      </form>
    </details>
  );
}

interface HealthProps {
  readonly ids: readonly string[];
  readonly added: readonly string[];
  readonly onRemove: (id: string) => void;
}

function Health({ ids, added, onRemove }: HealthProps) {
  const [isWatched, setWatched] = useStored('fleet.watch', true);
  const { rows, watch, retry } = useFleet(ids, isWatched);
  const now = useNow(10_000);
  return (
    <section class="events" aria-labelledby="fleet-heading">
      <header>
        <h2 id="fleet-heading">{describeFleet(rows, now)}</h2>
        <WatchLine watch={watch} isOn={isWatched} onSwitch={setWatched} />
      </header>
      <FleetTable
        rows={rows}
        now={now}
        isAdded={(id) => added.some((each) => isSame(each, id))}
        onRetry={retry}
        onRemove={onRemove}
      />
    </section>
  );
}
