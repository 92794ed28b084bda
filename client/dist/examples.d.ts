/** Successes of the API. Generated from docs/openapi.json by `npm run openapi`; do not edit. */
import type { Example } from './msw.ts';
export declare const EXAMPLES: Readonly<Record<string, Example>>;
