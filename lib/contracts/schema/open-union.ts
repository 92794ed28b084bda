/** A union of kinds selected by one member; a value of an unknown kind passes unchanged. */
import * as z from 'zod';
import type { JsonObject } from '../json-object.ts';
import { reportOtherCase } from './rules.ts';

/** One kind: an object whose discriminator is a literal. */
type Kind = z.core.$ZodTypeDiscriminable & z.ZodType;

/**
 * Validates an object by the kind that its discriminator names. The discriminator is required and must be a string.
 * zod's JSON Schema has only the known kinds; tools/openapi/schemas.ts adds the others.
 */
export function openUnion(discriminator: string, kinds: readonly Kind[]): z.ZodType {
  const checkName = reportOtherCase([discriminator]);
  // `when`: zod skips checks once there is an issue, and this one removes the issue that an unknown kind causes.
  return z.discriminatedUnion(discriminator, kinds as readonly [Kind, ...Kind[]]).superRefine(
    (value, context) => {
      context.issues.pop();
      checkName(value as JsonObject, context);
    },
    { when: ({ value, issues }) => isUnknownKind(value, issues) },
  );

  function isUnknownKind(value: unknown, [issue]: readonly z.core.$ZodRawIssue[]): boolean {
    return (
      issue?.code === 'invalid_union' &&
      issue.path?.length === 1 &&
      issue.path[0] === discriminator &&
      typeof (value as Readonly<Record<string, unknown>>)[discriminator] === 'string'
    );
  }
}
