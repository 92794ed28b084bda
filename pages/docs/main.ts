/** The docs page: Swagger UI with this deployment's OpenAPI document, and sign-in at its issuer. */
import { accessible, correctAttributes } from './accessible.ts';

declare const SwaggerUIBundle: (options: object) => { initOAuth(options: object): void };

/** The members of the document that are read here. */
interface OpenApiDocument {
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
    OpenApiDocument,
  ];
  const root = window.document.querySelector('#docs');
  if (root) correctAttributes(root);
  const swaggerUi = SwaggerUIBundle({
    dom_id: '#docs',
    spec: toPageDocument(document),
    oauth2RedirectUrl: `${location.origin}/docs/oauth2-redirect.html`,
    plugins: [accessible],
    validatorUrl: null,
    syntaxHighlight: { theme: 'obsidian' },
    deepLinking: true,
    displayRequestDuration: true,
    // Hides the list of schemas: the operations show them.
    defaultModelsExpandDepth: -1,
  });
  swaggerUi.initOAuth({
    clientId: config.clientId,
    scopes: `${config.audience}/user_impersonation`,
    usePkceWithAuthorizationCodeGrant: true,
  });
}

/** Calls the origin of the page, and offers only user sign-in: an application's secret must not be used in a browser. */
function toPageDocument({ security, components, ...document }: OpenApiDocument): object {
  const { oauth2 } = components.securitySchemes;
  const { clientCredentials: _, ...flows } = oauth2.flows as Record<string, object>;
  return {
    ...document,
    servers: [{ url: '/' }],
    security: security.slice(0, 1),
    components: { ...components, securitySchemes: { oauth2: { ...oauth2, flows } } },
  };
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
  return response.json();
}

void show();
