import type { ComponentChildren } from 'preact';
import { useConsole } from '../context.ts';
import { findOperation } from '../operations.ts';
import { Chip } from './chip.tsx';
import { Route } from './route.tsx';

interface PageProps {
  /** Of the operation. */
  readonly id: string;
  readonly children: ComponentChildren;
}

/** A view with its header: title, summary, required role and route. */
export function Page({ id, children }: PageProps) {
  const operation = findOperation(id);
  const { title, summary, role } = operation;
  const { user } = useConsole();
  const hasRole = user.roles.includes(role);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 tabIndex={-1}>{title}</h1>
          <Chip tone={hasRole ? 'ok' : 'warning'} icon={hasRole ? 'ok' : 'lock'}>
            {hasRole ? role : `You don't have the role ${role}`}
          </Chip>
        </div>
        <p>{summary}</p>
        <Route operation={operation} />
      </header>
      {children}
    </>
  );
}
