import { operations } from '../../functions/operations.ts';

/** The operations of docs/specification.md. Those of a published definition are shown by their examples. */
export const specified = operations.filter(({ source }) => /^(?:[A-Z]\d?-\d\d|docs\/specification)/.test(source));
