import { useEffect, useMemo, useState } from 'preact/hooks';
import { listOperations, type OpenApiDocument } from '../logic/document.ts';
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
    // Shared errors name another operation's role.
    return {
      operation,
      text: collect(operation)
        .replace(/app role [\w.]+/g, '')
        .toLowerCase(),
    };
  });
}

/** The operations by group; a filter finds them by name, path, role, parameter, member, code or problem. */
export function Navigation({ current }: { readonly current: string }) {
  const { document: openApi } = useReference();
  const [filter, setFilter] = useState('');
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
        placeholder="Find an operation"
        value={filter}
        onInput={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <a href="#/" aria-current={current === '' ? 'page' : undefined}>
        Start: tokens, samples, errors
      </a>
      {openApi.tags.map(({ name }) => {
        const operations = found.filter(({ tags }) => tags.includes(name));
        return operations.length === 0 ? null : (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {operations.map(({ operationId, summary, method }) => (
                <li key={operationId}>
                  <a href={`#/${operationId}`} aria-current={operationId === current ? 'page' : undefined}>
                    <Method method={method} />
                    <span>{summary}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {found.length === 0 && (
        <p role="status">
          No operation has “{filter}”.{' '}
          <button type="button" class="small" onClick={() => setFilter('')}>
            Clear
          </button>
        </p>
      )}
    </>
  );
}
