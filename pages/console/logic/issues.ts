/** Validates a value with the API's own schemas before it is sent. */
import type * as z from 'zod';
import { errorMessage } from '../../../lib/contracts/schema/messages.ts';
import { findLines, lineOf, toPath } from './json-lines.ts';

export interface Issue {
  /** As in the API's errors; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

export interface LineIssue extends Issue {
  /** From 1. */
  readonly line: number;
}

export function findIssues(schema: z.ZodType, value: unknown): readonly Issue[] {
  const { error } = schema.safeParse(value, { error: errorMessage });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: toPath(path), message }));
}

export type Draft =
  | { readonly value: unknown; readonly issues: readonly LineIssue[] }
  | { readonly value?: undefined; readonly issues: readonly [LineIssue] };

/** Parses and validates a JSON text; invalid JSON has one issue and no value. */
export function parseDraft(schema: z.ZodType, text: string): Draft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      issues: [{ path: '', message: 'is not valid JSON', line: findErrorLine(text, (error as Error).message) }],
    };
  }
  const lines = findLines(text);
  const issues = findIssues(schema, value).map((issue) => ({ ...issue, line: lineOf(lines, issue.path) }));
  return { value, issues: issues.sort((one, other) => one.line - other.line) };
}

/** The line in the message of the JavaScript engine; the last line if it names none. */
function findErrorLine(text: string, reason: string): number {
  const line = /line (\d+)/.exec(reason)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(reason)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}
