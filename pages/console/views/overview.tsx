/** All operations at a glance, with what the person may do. */
import { PROFILES } from '../../../lib/profiles.ts';
import { useDesk } from '../context.ts';
import { GROUPS, OPERATIONS } from '../operations.ts';
import { Chip } from '../parts/chip.tsx';
import { Route } from '../parts/route.tsx';

export function Overview() {
  const { holder, config } = useDesk();
  const { namespace, documentPath } = PROFILES[config.profile];
  const held = OPERATIONS.filter(({ role }) => holder.roles.includes(role)).length;
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>Operations</h1>
        <p>
          {holder.name} holds {held} of {OPERATIONS.length} roles. Whether a role counts for a resource is decided for
          each request.
        </p>
      </header>
      {GROUPS.map((group) => (
        <section key={group} class="group">
          <h2>{group}</h2>
          <ul class="cards">
            {OPERATIONS.filter((operation) => operation.group === group).map(
              ({ id, title, about, method, path, role }) => (
                <li key={id} class="panel card">
                  <header>
                    <h3>
                      <a href={`#/${id}`}>{title}</a>
                    </h3>
                    {holder.roles.includes(role) ? (
                      <Chip tone="ok" icon="ok">
                        yours
                      </Chip>
                    ) : (
                      <Chip tone="warning" icon="lock">
                        role missing
                      </Chip>
                    )}
                  </header>
                  <p>{about}</p>
                  <Route method={method} path={path.replace('{ns}', namespace).replace('{docs}', documentPath)} />
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
}
