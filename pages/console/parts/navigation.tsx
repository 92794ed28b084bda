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
      {Object.entries(OVERVIEWS).map(([id, { title, role }]) => (
        <ViewLink
          key={id}
          view={{ id, title }}
          isCurrent={view === id}
          hasRole={role === undefined || roles.includes(role)}
        />
      ))}
      {GROUPS.map((group) => (
        <div key={group}>
          <p id={toId(group)}>{group}</p>
          <ul aria-labelledby={toId(group)}>
            {OPERATIONS.filter((operation) => operation.group === group).map((operation) => (
              <li key={operation.id}>
                <ViewLink view={operation} isCurrent={view === operation.id} hasRole={roles.includes(operation.role)} />
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

interface ViewLinkProps {
  readonly view: Pick<ConsoleOperation, 'id' | 'title'>;
  readonly isCurrent: boolean;
  readonly hasRole: boolean;
}

function ViewLink({ view: { id, title }, isCurrent, hasRole }: ViewLinkProps) {
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
