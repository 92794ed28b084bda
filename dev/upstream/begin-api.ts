/** What each emulated API begins with, by its entry in apis.ts. */
import { Hono } from 'hono';
import { type ApiName, findApi } from './apis.ts';
import type { Emulation } from './emulation.ts';
import { respondWithFailures } from './failures.ts';
import { setResponseHeaders } from './response-headers.ts';

/** Returns the app at the API's base path, with its errors, its headers and the modes of the control API. */
export function beginApi(api: ApiName, { modes }: Emulation, root = new Hono()): Hono {
  const { base, format } = findApi(api);
  const app = root.basePath(base);
  app.onError(respondWithFailures(format));
  app.use(modes.change(api), setResponseHeaders(api));
  return app;
}
