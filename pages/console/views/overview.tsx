/** The landing page: what is going on, and every operation one click away. */
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { type ConsoleOperation, GROUPS, OPERATIONS } from '../operations.ts';
import { Icon } from '../parts/icon.tsx';
import { EventsTile } from './overview-events.tsx';
import { FaultsTile } from './overview-faults.tsx';
import { JobsTile } from './overview-jobs.tsx';
import { CacheTile, RequestsTile } from './overview-requests.tsx';

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

export function Overview() {
  const [round, setRound] = useState(0);
  return (
    <>
      <header class="page-head today-head">
        <h1 tabIndex={-1}>Today</h1>
        <p>{day.format(new Date())}</p>
        <button type="button" onClick={() => setRound(round + 1)}>
          <Icon name="refresh" /> Refresh
        </button>
      </header>
      <div class="today">
        <div class="tiles" key={round}>
          <EventsTile />
          <JobsTile />
          <RequestsTile />
          <div class="tile-stack">
            <CacheTile />
            <FaultsTile />
          </div>
        </div>
      </div>
      <Operations />
    </>
  );
}

function Operations() {
  const { user } = useConsole();
  const count = OPERATIONS.filter(({ role }) => user.roles.includes(role)).length;
  return (
    <section class="operations" aria-labelledby="operations-heading">
      <header>
        <h2 id="operations-heading">Operations</h2>
        <p class="muted">
          You have the role for {count === OPERATIONS.length ? `all ${count}` : `${count} of ${OPERATIONS.length}`}.
          Access to each resource is checked per request.
        </p>
      </header>
      <div class="operation-groups">
        {GROUPS.map((group) => (
          <section key={group} class="operation-group" aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {OPERATIONS.filter((operation) => operation.group === group).map((operation) => (
                <OperationLink key={operation.id} operation={operation} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function OperationLink({ operation: { id, title, summary, role } }: { readonly operation: ConsoleOperation }) {
  const hasRole = useConsole().user.roles.includes(role);
  return (
    <li>
      <a href={`#/${id}`}>
        <strong>{title}</strong>
        {!hasRole && (
          <span class="muted">
            <Icon name="lock" /> no role
          </span>
        )}
      </a>
      <p class="muted">{summary}</p>
    </li>
  );
}
