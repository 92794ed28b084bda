/** Validates a value with the API's own schemas before it is sent. */
import type * as z from 'zod';
import { errorMessage } from '../../../lib/contracts/schema/messages.ts';
import { findPositions, type Position, positionOf, SyntaxIssue, toPath } from './json-positions.ts';

export interface Issue {
  /** As in the API's errors; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** An issue and where it is in the text. */
export interface TextIssue extends Issue, Position {}

export function findIssues(schema: z.ZodType, value: unknown): readonly Issue[] {
  const { error } = schema.safeParse(value, { error: errorMessage });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: toPath(path), message }));
}

export interface Draft {
  /** Undefined if the text is not JSON. */
  readonly value?: unknown;
  readonly issues: readonly TextIssue[];
}

/** Parses and validates a JSON text; invalid JSON has one issue and no value. */
export function parseDraft(schema: z.ZodType, text: string): Draft {
  try {
    const positions = findPositions(text);
    const value: unknown = JSON.parse(text);
    const issues = findIssues(schema, value).map((issue) => ({ ...issue, ...positionOf(positions, issue.path) }));
    return { value, issues: issues.sort((one, other) => one.from - other.from) };
  } catch (error) {
    const position = error instanceof SyntaxIssue ? error.position : { line: 1, from: 0, to: text.length };
    return { issues: [{ path: '', message: 'is not valid JSON', ...position }] };
  }
}
