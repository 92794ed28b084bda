import type { ComponentChildren } from 'preact';
import { PROFILES } from '../../../lib/profiles.ts';
import { useDesk } from '../context.ts';
import { findOperation } from '../operations.ts';
import { Chip } from './chip.tsx';
import { Route } from './route.tsx';

interface PageProps {
  /** Of the operation. */
  readonly id: string;
  readonly children: ComponentChildren;
}

/** A view's head: what the operation is for and which role it takes. */
export function Page({ id, children }: PageProps) {
  const { title, about, role, method, path } = findOperation(id);
  const { holder, config } = useDesk();
  const isHeld = holder.roles.includes(role);
  const { namespace, documentPath } = PROFILES[config.profile];
  const route = path.replace('{ns}', namespace).replace('{docs}', documentPath);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 tabIndex={-1}>{title}</h1>
          <Chip tone={isHeld ? 'ok' : 'warning'} icon={isHeld ? 'ok' : 'lock'}>
            {isHeld ? role : `${role} is not yours`}
          </Chip>
        </div>
        <p>{about}</p>
        <Route method={method} path={route} />
      </header>
      {children}
    </>
  );
}
