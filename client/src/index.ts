/** The package's exports. */
export { createFrontdeskClient } from './client.ts';
export { type ErrorDetail, FrontdeskError, type Outcome } from './error.ts';
export type * as Microsoft from './schema.microsoft.ts';
export type * from './schema.ts';
export type * from './types.ts';
