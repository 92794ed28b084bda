/** The package's exports. */
export { type Call, type CallOptions, type ClientOptions, createFrontdeskClient, type FrontdeskClient, type Input, type OperationName, type OperationResponse, type Paged, type ResponseOf, } from './client.ts';
export { type ErrorDetail, FrontdeskError, type Outcome } from './error.ts';
export type * from './schema.ts';
