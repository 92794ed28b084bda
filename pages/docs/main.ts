/** The documentation page: the renderer over this deployment's own document, with sign-in at its issuer. */
import { accessible, repairAttributes } from './accessible.ts';

declare const SwaggerUIBundle: (options: object) => { initOAuth(options: object): void };

/** What is read here of the document. */
interface OpenApi {
  readonly security: readonly object[];
  readonly components: { readonly securitySchemes: { readonly oauth2: { readonly flows: object } } };
}

interface Config {
  readonly audience: string;
  readonly clientId: string;
}

async function show(): Promise<void> {
  const [config, document] = (await Promise.all(['/docs/config.json', '/openapi.json'].map(fetchJson))) as [
    Config,
    OpenApi,
  ];
  const root = window.document.querySelector('#docs');
  if (root) repairAttributes(root);
  const renderer = SwaggerUIBundle({
    dom_id: '#docs',
    spec: toPageDocument(document),
    oauth2RedirectUrl: `${location.origin}/docs/oauth2-redirect.html`,
    plugins: [accessible],
    validatorUrl: null,
    syntaxHighlight: { theme: 'obsidian' },
    deepLinking: true,
    displayRequestDuration: true,
    // The list of all schemas is long and says nothing that the operations do not.
    defaultModelsExpandDepth: -1,
  });
  renderer.initOAuth({
    clientId: config.clientId,
    scopes: `${config.audience}/user_impersonation`,
    usePkceWithAuthorizationCodeGrant: true,
  });
}

/**
 * Under whatever name the page was opened, it calls the Frontdesk that it came from; and only people sign in on it:
 * an application's secret has no place in a browser.
 */
function toPageDocument({ security, components, ...document }: OpenApi): object {
  const { oauth2 } = components.securitySchemes;
  const { clientCredentials: _, ...flows } = oauth2.flows as Record<string, object>;
  return {
    ...document,
    servers: [{ url: '/' }],
    security: security.slice(0, 1),
    components: { ...components, securitySchemes: { oauth2: { ...oauth2, flows } } },
  };
}

async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return answer.json();
}

void show();
