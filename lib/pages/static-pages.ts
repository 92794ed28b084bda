/** The console and the API reference: files of the build, which hold no data and need no token (docs/decisions.md#pages). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeBody, toGzip } from '../http/encode-body.ts';
import type { RequestMessage, ResponseMessage } from '../http/message.ts';
import type { PageName, Settings } from '../settings/schema.ts';

/** An HTTP function outside the API: a page, or a probe. */
export interface Page {
  /** The function's name. */
  readonly name: string;
  /** `{file}` takes the name of a file. */
  readonly route: string;
  /** Returns undefined if there is no such file. */
  respond(message: RequestMessage): Promise<ResponseMessage | undefined>;
}

type Headers = Readonly<Record<string, string>>;

/** A file of the build, or a document that is composed once, as it is sent. */
type File = Awaited<ReturnType<typeof toFile>>;
type Files = Readonly<Record<string, () => Promise<File>>>;

const JSON_TYPE = 'application/json';
/** Every file of a page that is served; any other name is a 404. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'main.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** Returns the pages that `PAGES` names; `folder` is where the build writes their files. */
export function listPages(settings: Settings, folder: string): readonly Page[] {
  const { PAGES: names = [] } = settings;
  if (names.length === 0) return [];
  const document: Files = { 'openapi.json': once(() => readOpenApi(settings, folder)) };
  const openApi = toPage('showOpenApi', 'openapi.json', composeHeaders('docs', settings), document);
  return [openApi, ...names.flatMap((page) => listPageRoutes(page, settings, join(folder, page)))];
}

function listPageRoutes(page: PageName, settings: Settings, folder: string): readonly Page[] {
  const headers = composeHeaders(page, settings);
  const files = Object.entries(FILES).map(([name, type]) => {
    return [name, once(async () => toFile(type, await readFile(join(folder, name))))] as const;
  });
  const served: Files = { ...Object.fromEntries(files), 'config.json': () => composeConfig(settings) };
  const name = page === 'docs' ? 'showDocs' : 'showConsole';
  return [toPage(name, page, headers, served), toPage(`${name}File`, `${page}/{file}`, headers, served)];
}

/** Returns a page. Its route names one file, or takes the name of a file; any other route serves the index. */
function toPage(name: string, route: string, headers: Headers, files: Files): Page {
  return {
    name,
    route,
    respond: ({ params, header }) => {
      const file = params['file'] ?? (Object.hasOwn(files, route) ? route : 'index.html');
      return respond(headers, header, Object.hasOwn(files, file) ? files[file] : undefined);
    },
  };
}

async function respond(headers: Headers, header: RequestMessage['header'], read: Files[string] | undefined) {
  const file = await read?.().catch(ignoreMissing);
  if (!file) return undefined;
  const { type, cacheControl, body, packed, digest } = file;
  const response = { status: 200, headers: { ...headers, 'cache-control': cacheControl }, body, packed, digest };
  const encoded = await encodeBody(response, { header });
  return encoded.body ? { ...encoded, headers: { ...encoded.headers, 'content-type': type } } : encoded;
}

/** Returns undefined for a file that was not built: it is a 404. Throws any other failure. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Returns a function that keeps the first result; a failure is retried. */
function once<T>(produce: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= produce().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

async function toFile(type: string, body: Uint8Array, cacheControl = 'no-cache') {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, cacheControl, body, digest, packed: await toGzip(body) };
}

/** Returns the page's configuration: where it signs people in, and as which client. */
function composeConfig(settings: Settings): Promise<File> {
  const config = {
    authority: findAuthority(settings),
    audience: settings.AUTH_AUDIENCE,
    clientId: settings.PAGES_CLIENT_ID,
    profile: settings.CLOUD_PROFILE,
    pages: settings.PAGES,
    controlUrl: settings.PAGES_CONTROL_URL,
  };
  return toFile(JSON_TYPE, Buffer.from(JSON.stringify(config)), 'no-store');
}

/** Returns the URL above `/.well-known`: of the one tenant, or of `common` when there are several. */
function findAuthority({ AUTH_ISSUER, AUTH_TENANTS }: Settings): string {
  const [tenant = 'common', ...others] = AUTH_TENANTS;
  return AUTH_ISSUER.replace('{tenantid}', others.length > 0 ? 'common' : tenant).replace(/\/$/, '');
}

/** The document was generated on the local stack; its URLs are replaced by this deployment's. */
async function readOpenApi(settings: Settings, folder: string): Promise<File> {
  const text = await readFile(join(folder, `openapi.${settings.CLOUD_PROFILE}.json`), 'utf8');
  const { servers, security, components } = JSON.parse(text);
  const tokenUrl: string = components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl;
  const [delegatedScope]: string[] = security[0].oauth2;
  const replacements = [
    [servers[0].url, settings.PUBLIC_BASE_URL],
    [tokenUrl.replace('/oauth2/v2.0/token', ''), findAuthority(settings).replace(/\/v2\.0$/, '')],
    [delegatedScope?.replace('/user_impersonation', ''), settings.AUTH_AUDIENCE],
  ];
  const quote = (to: string) => JSON.stringify(to).slice(1, -1);
  const document = replacements.reduce((edited, [from, to]) => edited.replaceAll(from, () => quote(to)), text);
  return toFile(JSON_TYPE, Buffer.from(document));
}

/** A page may call Frontdesk and the issuer; the console also the local stack. */
function composeHeaders(page: PageName, settings: Settings): Headers {
  const { PAGES_CONTROL_URL } = settings;
  const control = page === 'console' && PAGES_CONTROL_URL ? [new URL(PAGES_CONTROL_URL).origin] : [];
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
    ["connect-src 'self'", new URL(findAuthority(settings)).origin, ...control].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(settings.PUBLIC_BASE_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
