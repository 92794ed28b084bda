/** The bodies of responses: what an upstream returns, for the document, the client's types and the tests. The app knows only the names of their required members. */
import * as z from 'zod';
import { openList } from '../../../lib/contracts/schema/annotations.ts';
import {
  annotate,
  type Direction,
  inline,
  type OpenObject,
  object,
  requiredInResponse,
  toOptional,
} from '../../../lib/contracts/schema/resource.ts';
import { int32 } from '../../../lib/contracts/schema/scalars.ts';
import type { RequiredMembers } from '../../../lib/upstream/accept-response.ts';

export const response = createResponse((schema) => schema);

/** Of the live management API, whose lists are open. */
export const liveResponse = createResponse(openLists, true);

function createResponse(read: (schema: z.ZodType) => z.ZodType, isLive = false) {
  const direction: Direction = {
    isLive,
    read,
    toMember: (plain, marks) => {
      const schema = marks.readOnly ? plain.meta({ readOnly: true }) : plain;
      return marks.requiredInResponse ? schema : toOptional(schema);
    },
    toObject: (schema, { description }, id) =>
      id ? annotate(schema, { id, ...(description && { description }) }) : schema,
  };
  return Object.assign(direction, {
    object: (...named: Parameters<typeof object>) => object(...named).compose(direction),
    inline: (...members: Parameters<typeof inline>) => inline(...members).compose(direction),
  });
}

function openLists(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodEnum)) return schema;
  return openList(schema.options.map(String), schema.meta()?.description);
}

/** A page of a list of the management API. */
export function page(id: string, element: z.ZodType, description: string): OpenObject {
  const count = int32(0).describe('Number of elements on all pages, where the service counts them.');
  const nextLink = z.string().describe('URL of the next page; absent or empty on the last one.');
  return response.object(id, { value: requiredInResponse(z.array(element)), count, nextLink }, { description });
}

/** Returns the required members of a body, of a list those of its elements, as the operations' definitions name them. */
export function listRequired(schema: z.ZodType): RequiredMembers {
  if (!(schema instanceof z.ZodObject)) return [];
  const required = Object.entries(schema.shape as OpenObject['shape']).filter(([, member]) => !member.isOptional());
  for (const [list, member] of required) {
    if (member instanceof z.ZodArray) return { list, each: listRequired(member.element as z.ZodType) as string[] };
  }
  return required.map(([name]) => name);
}
