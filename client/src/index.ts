/** The package's exports. */
export { createFrontdeskClient } from './client.ts';
export { type ErrorDetail, FrontdeskError, type Outcome } from './error.ts';
export type * as Microsoft from './schema.microsoft.ts';
export type * from './schema.ts';
export type {
  Call,
  CallOptions,
  ClientOptions,
  Follow,
  FrontdeskClient,
  Input,
  OperationName,
  OperationResponse,
  Paged,
  ProfileName,
  ReceivedResponse,
  Refused,
  ResponseOf,
  RetryOptions,
  SentRequest,
  TokenRequest,
  WaitOptions,
} from './types.ts';
