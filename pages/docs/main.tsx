/** The API reference: the OpenAPI document of this deployment, rendered by our own components (docs/decisions.md#api-reference). */
import { render } from 'preact';
import type { OpenApiDocument } from './logic/document.ts';
import type { Config } from './parts/context.ts';
import { Reference } from './reference.tsx';

const root = document.getElementById('docs') as HTMLElement;
try {
  const [config, openApi] = await Promise.all(['/docs/config.json', '/openapi.json'].map(fetchJson));
  root.replaceChildren();
  render(<Reference config={config as Config} document={openApi as OpenApiDocument} />, root);
} catch (error) {
  root.textContent = `The API reference cannot start: ${(error as Error).message}`;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
  return response.json();
}
