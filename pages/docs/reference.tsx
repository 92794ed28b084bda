/** The page: a bar, the list of operations, and what the address names: the start, or one operation. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcer } from '../console/parts/announce.tsx';
import { Icon } from '../console/parts/icon.tsx';
import { ThemeToggle } from '../console/parts/theme-toggle.tsx';
import { listOperations, type OpenApiDocument } from './logic/document.ts';
import type { Language } from './logic/samples.ts';
import { type Config, Context } from './parts/context.ts';
import { Navigation } from './parts/navigation.tsx';
import { OperationPage } from './parts/operation-page.tsx';
import { StartPage } from './parts/start-page.tsx';

export function Reference({
  config,
  document: openApi,
}: {
  readonly config: Config;
  readonly document: OpenApiDocument;
}) {
  const id = useHash();
  const [language, setLanguage] = useState<Language>('curl');
  const [isOpen, setOpen] = useState(false);
  const operation = listOperations(openApi).find(({ operationId }) => operationId === id);
  useEffect(() => setOpen(false), [id]);
  useFocusOnChange(id);
  useEffect(() => {
    document.title = `${operation?.summary ?? 'Start'} · Frontdesk API`;
  }, [operation]);
  return (
    <Context.Provider value={{ config, document: openApi, language, setLanguage }}>
      <button type="button" class="skip" onClick={focusHeading}>
        Skip to the content
      </button>
      <div class="layout">
        <header class="top">
          <button
            type="button"
            class="ghost nav-toggle"
            aria-expanded={isOpen}
            aria-controls="nav"
            aria-label="Operations"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
          <a class="brand" href="#/">
            Frontdesk API
          </a>
          <span class="chip">{openApi.info.version}</span>
          <span class="spacer" />
          {config.pages.includes('console') && <a href="/console">Console</a>}
          <ThemeToggle />
        </header>
        <Navigation current={id} isOpen={isOpen} />
        <main id="main">
          {operation ? <OperationPage key={id} operation={operation} /> : <StartPage isUnknown={id !== ''} />}
        </main>
      </div>
      <Announcer />
    </Context.Provider>
  );
}

/** Returns the last part of `#/…`, the operation's id; older links have its group in front. */
function useHash(): string {
  const read = () => decodeURIComponent(location.hash.slice(location.hash.lastIndexOf('/') + 1));
  const [id, setId] = useState(read);
  useEffect(() => {
    const update = () => setId(read());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return id;
}

/** After a choice the heading has the focus, and its beginning is in view. */
function useFocusOnChange(id: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      focusHeading();
    }
    isFirst.current = false;
  }, [id]);
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
