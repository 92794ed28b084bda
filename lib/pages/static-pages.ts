/** The pages for people: files of the build, which hold no data and so ask for no token. Source: docs/adr/0007-pages.md. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchesEntityTag } from '../http/conditional.ts';
import type { RequestMessage, ResponseMessage } from '../http/message.ts';
import { type PageName, type Settings, toPublicUrl } from '../settings/read-settings.ts';

export interface Page {
  /** The function's name. */
  readonly name: string;
  /** `{file}` takes the name of a file. */
  readonly route: string;
  respond(message: RequestMessage): Promise<ResponseMessage>;
}

interface File {
  readonly type: string;
  readonly cacheControl: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

type ReadFile = () => Promise<File>;

/** All that is ever read: a name that is none of these is a 404. */
const FILES: Readonly<Record<PageName, readonly string[]>> = {
  docs: [
    ...['index.html', 'main.js', 'style.css', 'favicon-32x32.png'],
    ...['swagger-ui-bundle.js', 'swagger-ui.css', 'oauth2-redirect.html', 'oauth2-redirect.js'],
  ],
  console: ['index.html', 'main.js', 'style.css', 'icon.svg'],
};

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** Returns the pages that the settings name; `folder` is where the build puts their files. */
export function listPages(settings: Settings, folder: string): readonly Page[] {
  const { PAGES: names = [] } = settings;
  if (names.length === 0) return [];
  const describeApi = keep(() => readApi(settings, folder));
  const api: Page = {
    name: 'showOpenApi',
    route: 'openapi.json',
    respond: (message) => answer(message, toFields('docs', settings), describeApi),
  };
  return [api, ...names.flatMap((page) => listPageRoutes(page, settings, folder))];
}

function listPageRoutes(page: PageName, settings: Settings, folder: string): readonly Page[] {
  const headers = toFields(page, settings);
  const files = new Map<string, ReadFile>(
    FILES[page].map((file) => [file, keep(() => readPageFile(join(folder, page), file))]),
  );
  files.set('config.json', async () => toConfigFile(settings));
  const name = page === 'docs' ? 'Docs' : 'Console';
  return [
    { name: `show${name}`, route: page, respond: (message) => answer(message, headers, files.get('index.html')) },
    {
      name: `show${name}File`,
      route: `${page}/{file}`,
      respond: (message) => answer(message, headers, files.get(message.params['file'] ?? '')),
    },
  ];
}

async function answer(
  message: RequestMessage,
  headers: Readonly<Record<string, string>>,
  read: ReadFile | undefined,
): Promise<ResponseMessage> {
  const file = await read?.().catch(ignoreMissing);
  if (!file) return { status: 404, headers };
  const { type, cacheControl, bytes, etag } = file;
  const described = { ...headers, 'cache-control': cacheControl, etag };
  if (matchesEntityTag(message.header('if-none-match') ?? '', etag)) return { status: 304, headers: described };
  return { status: 200, headers: { ...described, 'content-type': type }, body: bytes };
}

/** What was not built is not there; all else is a failure. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Answers what keeps the first result in memory; a failure is tried again. */
function keep<T>(produce: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= produce().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

async function readPageFile(folder: string, name: string): Promise<File> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return toFile(type, await readFile(join(folder, name)));
}

function toFile(type: string, bytes: Uint8Array, cacheControl = 'no-cache'): File {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, cacheControl, bytes, etag: `"${digest}"` };
}

function toJsonFile(text: string, cacheControl?: string): File {
  return toFile('application/json', Buffer.from(text), cacheControl);
}

/** Where and as whom a page signs in. */
function toConfigFile(settings: Settings): File {
  const config = {
    authority: toAuthority(settings),
    audience: settings.AUTH_AUDIENCE,
    clientId: settings.PAGES_CLIENT_ID,
    profile: settings.CLOUD_PROFILE,
    controlUrl: settings.PAGES_CONTROL_URL,
  };
  return toJsonFile(JSON.stringify(config), 'no-store');
}

/** Answers the issuer above `/.well-known`: of the one tenant, or of whichever the person comes from. */
function toAuthority({ AUTH_ISSUER, AUTH_TENANTS }: Settings): string {
  const [tenant = 'common', ...others] = AUTH_TENANTS;
  return AUTH_ISSUER.replace('{tenantid}', others.length > 0 ? 'common' : tenant).replace(/\/$/, '');
}

/** The document was made on the local stack: its addresses give way to this deployment's. */
async function readApi(settings: Settings, folder: string): Promise<File> {
  const text = await readFile(join(folder, `openapi.${settings.CLOUD_PROFILE}.json`), 'utf8');
  const { servers, security, components } = JSON.parse(text);
  const seen: string = components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl;
  const [delegatedScope]: string[] = security[0].oauth2;
  const changes = [
    [servers[0].url, toPublicUrl(settings)],
    [seen.replace('/oauth2/v2.0/token', ''), toAuthority(settings).replace(/\/v2\.0$/, '')],
    [delegatedScope?.replace('/user_impersonation', ''), settings.AUTH_AUDIENCE],
  ];
  return toJsonFile(
    changes.reduce((changed, [from, to]) => changed.replaceAll(from, () => JSON.stringify(to).slice(1, -1)), text),
  );
}

/** What a page may load, and whom it may call: Frontdesk, the issuer, and the console the local stack. */
function toFields(page: PageName, settings: Settings): Readonly<Record<string, string>> {
  const { PAGES_CONTROL_URL } = settings;
  const control = page === 'console' && PAGES_CONTROL_URL ? [new URL(PAGES_CONTROL_URL).origin] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // The renderer's style sheet holds its icons.
    'img-src': page === 'docs' ? ["'self'", 'data:'] : ["'self'"],
    'connect-src': ["'self'", new URL(toAuthority(settings)).origin, ...control],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
