import { useState } from 'preact/hooks';
import { listOperations } from '../logic/document.ts';
import { useReference } from './context.ts';
import { Method } from './text.tsx';

/** The operations by group; a filter finds them by name, path or role. */
export function Navigation({ current }: { readonly current: string }) {
  const { document: openApi } = useReference();
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/);
  const found = listOperations(openApi).filter((operation) => {
    const text = `${operation.summary} ${operation.operationId} ${operation.method} ${operation.path} ${operation['x-app-role']}`;
    return words.every((word) => text.toLowerCase().includes(word));
  });
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
