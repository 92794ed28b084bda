/** All operations, and whether the user has their roles. */
import { useConsole } from '../context.ts';
import { type ConsoleOperation, GROUPS, OPERATIONS } from '../operations.ts';
import { Chip } from '../parts/chip.tsx';
import { Route } from '../parts/route.tsx';

export function Overview() {
  const { user } = useConsole();
  const count = OPERATIONS.filter(({ role }) => user.roles.includes(role)).length;
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>Operations</h1>
        <p>
          You have {count} of {OPERATIONS.length} roles. Access to each resource is checked per request.
        </p>
      </header>
      {GROUPS.map((group) => (
        <section key={group} class="group">
          <h2>{group}</h2>
          <ul class="cards">
            {OPERATIONS.filter((operation) => operation.group === group).map((operation) => (
              <OperationCard key={operation.id} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function OperationCard({ operation }: { readonly operation: ConsoleOperation }) {
  const { id, title, summary, role } = operation;
  const hasRole = useConsole().user.roles.includes(role);
  return (
    <li class="panel card">
      <header>
        <h3>
          <a href={`#/${id}`}>{title}</a>
        </h3>
        <Chip tone={hasRole ? 'ok' : 'warning'} icon={hasRole ? 'ok' : 'lock'}>
          {hasRole ? 'Allowed' : 'No role'}
        </Chip>
      </header>
      <p>{summary}</p>
      <Route operation={operation} />
    </li>
  );
}
