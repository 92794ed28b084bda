import { useEffect, useMemo, useState } from 'preact/hooks';
import { listOperations, type OpenApiDocument } from '../logic/document.ts';
import { listResources } from '../logic/resources.ts';
import { searchRules } from '../logic/rules.ts';
import { useReference } from './context.ts';
import { Method } from './text.tsx';

/** Returns each operation with all that it says in lower case, also its samples, and the schemas that it refers to. */
function listTexts(openApi: OpenApiDocument) {
  const { schemas } = openApi.components;
  return listOperations(openApi).map((operation) => {
    const names = new Set<string>();
    const collect = (part: unknown): string => {
      const text = JSON.stringify(part) ?? '';
      const fresh = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name = '']) =>
        names.has(name) ? [] : [name],
      );
      for (const name of fresh) names.add(name);
      return text + [...new Set(fresh)].map((name) => collect(schemas[name])).join('');
    };
    return { operation, text: collect(operation).toLowerCase() };
  });
}

/** The operations by API, resource and verb; a filter finds them by name, path, role, parameter, member, code or problem, and rules by id. */
export function Navigation({ current }: { readonly current: string }) {
  const { document: openApi } = useReference();
  const [filter, setFilter] = useState('');
  const rules = searchRules(filter.trim());
  const words = filter.toLowerCase().split(/\s+/);
  const texts = useMemo(() => listTexts(openApi), [openApi]);
  const found = texts
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ operation }) => operation);
  useEffect(() => document.querySelector('#nav [aria-current=page]')?.scrollIntoView({ block: 'nearest' }), [current]);
  return (
    <>
      <input
        type="search"
        aria-label="Find an operation"
        placeholder="Operation, member, code, rule"
        value={filter}
        onInput={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <a href="#/" aria-current={current === '' ? 'page' : undefined}>
        Start: tokens, samples, errors
      </a>
      {openApi.tags.map(({ name }) => {
        const resources = listResources(found.filter(({ tags }) => tags.includes(name)));
        return resources.length === 0 ? null : (
          <section key={name}>
            <h2>{name}</h2>
            {resources.map(({ noun, operations }) => (
              <section key={noun}>
                {noun && <h3>{noun}</h3>}
                <ul>
                  {operations.map(({ operationId, summary, method, verb }) => (
                    <li key={operationId}>
                      <a
                        href={`#/${operationId}`}
                        title={summary}
                        aria-current={operationId === current ? 'page' : undefined}
                      >
                        <Method method={method} />
                        <span>{verb}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </section>
        );
      })}
      {rules.length > 0 && (
        <section>
          <h2>Rules of the specification</h2>
          <ul>
            {rules.map(({ id, text }) => (
              <li key={id}>
                <a href={`#/${id}`} title={text} aria-current={id === current ? 'page' : undefined}>
                  <Method method={id} />
                  <span class="clipped">{text.replaceAll('`', '')}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.length + rules.length === 0 && (
        <p role="status">
          Nothing has “{filter}”.{' '}
          <button type="button" class="small" onClick={() => setFilter('')}>
            Clear
          </button>
        </p>
      )}
    </>
  );
}
