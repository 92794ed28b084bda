import { type ConsoleOperation, GROUPS, OPERATIONS, OVERVIEWS } from '../operations.ts';
import { Icon } from './icon.tsx';

interface NavigationProps {
  /** Id of the current view. */
  readonly view: string;
  readonly roles: readonly string[];
  readonly isOpen: boolean;
}

export function Navigation({ view, roles, isOpen }: NavigationProps) {
  return (
    <nav id="nav" aria-label="Operations" class={isOpen ? 'nav-open' : ''}>
      {Object.entries(OVERVIEWS).map(([id, title]) => (
        <a key={id} href={`#/${id}`} aria-current={view === id ? 'page' : undefined}>
          {title}
        </a>
      ))}
      {GROUPS.map((group) => (
        <div key={group}>
          <p id={toId(group)}>{group}</p>
          <ul aria-labelledby={toId(group)}>
            {OPERATIONS.filter((operation) => operation.group === group).map((operation) => (
              <li key={operation.id}>
                <OperationLink
                  operation={operation}
                  isCurrent={view === operation.id}
                  hasRole={roles.includes(operation.role)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function toId(group: string): string {
  return `nav-${group.toLowerCase().replaceAll(' ', '-')}`;
}

interface OperationLinkProps {
  readonly operation: ConsoleOperation;
  readonly isCurrent: boolean;
  readonly hasRole: boolean;
}

function OperationLink({ operation: { id, title }, isCurrent, hasRole }: OperationLinkProps) {
  return (
    <a href={`#/${id}`} aria-current={isCurrent ? 'page' : undefined}>
      {title}
      {!hasRole && (
        <>
          <Icon name="lock" />
          <span class="sr-only"> (no role)</span>
        </>
      )}
    </a>
  );
}
