/** The page: a bar, the list of operations, and what the address names: the start, an operation, or a rule. */
import { useState } from 'preact/hooks';
import { Frame } from '../console/parts/frame.tsx';
import { ThemeToggle } from '../console/parts/theme-toggle.tsx';
import { route } from '../console/router.ts';
import { listOperations } from './logic/document.ts';
import { findRule } from './logic/rules.ts';
import type { Language } from './logic/samples.ts';
import { Context, type ReferenceContext } from './parts/context.ts';
import { Navigation } from './parts/navigation.tsx';
import { OperationPage } from './parts/operation-page.tsx';
import { StartPage } from './parts/start-page.tsx';
import { Prose } from './parts/text.tsx';

export function Reference({ config, document: openApi }: Pick<ReferenceContext, 'config' | 'document'>) {
  // Older links have its group in front.
  const id = route.value.view.split('/').at(-1) ?? '';
  const [language, setLanguage] = useState<Language>('curl');
  const operation = listOperations(openApi).find(({ operationId }) => operationId === id);
  const rule = findRule(id);
  const bar = (
    <>
      <a class="brand" href="#/">
        Frontdesk API
      </a>
      <span class="chip">{openApi.info.version}</span>
      <span class="spacer" />
      {config.pages.includes('console') && <a href="/console">Console</a>}
      <ThemeToggle />
    </>
  );
  return (
    <Context.Provider value={{ config, document: openApi, language, setLanguage }}>
      <Frame
        title={operation?.summary ?? rule?.id ?? 'Start'}
        app="Frontdesk API"
        bar={bar}
        listed="Operations"
        navigation={<Navigation current={id} />}
      >
        {operation && <OperationPage key={id} operation={operation} />}
        {rule && (
          <article>
            <p class="muted">Specification: {rule.section}</p>
            <h1 tabIndex={-1}>{rule.id}</h1>
            <Prose text={rule.text} />
          </article>
        )}
        {!operation && !rule && <StartPage isUnknown={id !== ''} />}
      </Frame>
    </Context.Provider>
  );
}
