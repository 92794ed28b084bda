/** What the package gives out. */
export {
  type Answer,
  type AnswerOf,
  type Call,
  type CallOptions,
  type ClientOptions,
  createFrontdeskClient,
  type FrontdeskClient,
  type Input,
  type OperationName,
  type Paged,
} from './client.ts';
export { type ErrorDetail, FrontdeskError, type Outcome } from './error.ts';
export type * from './schema.ts';
