/** Successes of the API. Generated from docs/openapi.microsoft.json by `npm run openapi`; do not edit. */
import type { Example } from './msw.ts';
export declare const EXAMPLES: Readonly<Record<string, Example>>;
