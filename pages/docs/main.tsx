/** The API reference: the OpenAPI document of this deployment, rendered by our own components (docs/decisions.md#api-reference). */
import { render } from 'preact';
import { fetchJson } from '../console/logic/fetch-json.ts';
import { startRouter } from '../console/router.ts';
import type { OpenApiDocument } from './logic/document.ts';
import type { Config } from './parts/context.ts';
import { Reference } from './reference.tsx';

const root = document.getElementById('docs') as HTMLElement;
try {
  const [config, openApi] = await Promise.all([
    fetchJson<Config>('/docs/config.json'),
    fetchJson<OpenApiDocument>('/openapi.json'),
  ]);
  startRouter();
  root.replaceChildren();
  render(<Reference config={config} document={openApi} />, root);
} catch (error) {
  root.textContent = `The API reference cannot start: ${(error as Error).message}`;
}
