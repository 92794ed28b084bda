import { listOperations } from '../logic/document.ts';
import { languages } from '../logic/samples.ts';
import { tokenCommands } from '../logic/tokens.ts';
import { Choice } from './choice.tsx';
import { useReference } from './context.ts';
import { Code, Named, Prose } from './text.tsx';

export function StartPage({ isUnknown }: { readonly isUnknown: boolean }) {
  const { config, document: openApi } = useReference();
  return (
    <article>
      <h1 tabIndex={-1}>Frontdesk API</h1>
      {isUnknown && <p role="alert">There is no operation of this name. Choose one from the list.</p>}
      <Prose text={openApi.info.description} />
      <p class="actions">
        {config.pages.includes('console') && (
          <a class="button primary" href="/console">
            Try it in the console
          </a>
        )}
        <a class="button" href="/openapi.json">
          OpenAPI document
        </a>
      </p>
      <Named entries={[['Base URL', `\`${openApi.servers[0].url}\``]]} />
      <Tokens />
      <Client />
      <Errors />
    </article>
  );
}

function Tokens() {
  const { config, document: openApi, language, setLanguage } = useReference();
  const { authorizationCode, clientCredentials } = openApi.components.securitySchemes.oauth2.flows;
  const commands = tokenCommands(config);
  const facts = [
    ['Sign-in (authorization code, PKCE)', authorizationCode.authorizationUrl ?? ''],
    ['Token', authorizationCode.tokenUrl],
    ['Scope of a person', Object.keys(authorizationCode.scopes).join(' ')],
    ['Scope of an application', Object.keys(clientCredentials.scopes).join(' ')],
  ] as const;
  return (
    <section class="stack" aria-labelledby="token">
      <h2 id="token">Get a token</h2>
      <p>
        Send an access token of the issuer as <code>Authorization: Bearer …</code>. It must have the operation's app
        role; the token of a person must also have the scope. The samples read it from the variable <code>TOKEN</code>.
      </p>
      <Choice label="Language" id="token-language" options={languages} value={language} onChange={setLanguage}>
        <Code text={commands[language]} what={`Token in ${language}`} />
      </Choice>
      <Named entries={facts.map(([name, value]) => [name, `\`${value}\``])} />
    </section>
  );
}

function Client() {
  return (
    <section class="stack" aria-labelledby="client">
      <h2 id="client">Typed client</h2>
      <Prose text="`@frontdesk/client` has a method for each operation, with types, paging and errors; the TypeScript samples use it. In a clone of the repository it is installed; elsewhere, install the package that this makes. Its guide is `client/README.md`." />
      <Code
        text={'npm pack -w client\nnpm install ./frontdesk-client-0.1.0.tgz'}
        what="Commands that install the client"
      />
    </section>
  );
}

/** A refusal that every operation has, as the running stack returned it. */
function Errors() {
  const { document: openApi } = useReference();
  const example = listOperations(openApi)
    .map(({ responses }) => responses['403']?.content?.['application/json'].example)
    .find((each) => each !== undefined);
  const { headers } = openApi.components;
  return (
    <section class="stack" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p>
        A failure has the error format of its service; each operation shows its own. These headers are the same
        everywhere:
      </p>
      <Named
        entries={[
          'x-ms-request-id',
          'x-ms-error-code',
          'x-frontdesk-problem',
          'x-frontdesk-outcome',
          'Retry-After',
        ].map((name) => [<code key={name}>{name}</code>, headers[name]?.description ?? ''])}
      />
      <Code text={JSON.stringify(example, undefined, 2)} what="A caller without the app role" />
    </section>
  );
}
