/**
 * The two forms of a resource: what a caller may send (request) and what an upstream answers (answer).
 * A resource is written once, its members marked where the forms differ; objects of both forms are open.
 */
import * as z from 'zod';
import { readOnly } from './annotate.ts';
import type { MemberRule } from './member-rule.ts';

type Mark = 'required' | 'serverSet' | 'always';

interface MarkedMember {
  readonly schema: z.ZodType;
  readonly marks: ReadonlySet<Mark>;
}

/** A member without a mark is optional in a request; absent or null in an answer. */
export type Member = z.ZodType | MarkedMember;

export type Members = Readonly<Record<string, Member>>;

/** What is said of an object besides its members. */
interface ObjectNotes {
  readonly description?: string;
  /** Rules across members, which hold for a request. */
  readonly rules?: readonly MemberRule[];
}

/** An object that lets unknown members pass. */
export type OpenObject = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>;

/** How objects are built in one form. */
export interface Form {
  /** An object that has its own name in the OpenAPI document. */
  readonly object: (id: string, members: Members, notes?: ObjectNotes) => OpenObject;
  /** An object that is described where it stands. */
  readonly inline: (members: Members, notes?: ObjectNotes) => OpenObject;
}

/** A request must have it. */
export const required = (member: Member): Member => addMark(member, 'required');

/** Only the server sets it: whatever a request holds there is dropped, an answer has the given type. */
export const serverSet = (member: Member): Member => addMark(member, 'serverSet');

/** An answer without it is not complete. */
export const always = (member: Member): Member => addMark(member, 'always');

/** The member that names the kind in an open union. */
export const kindOf = (name: string): Member => always(required(z.literal(name)));

export function isRequired(member: Member): boolean {
  return hasMark(member, 'required');
}

/** What a caller may send. */
export const asRequest: Form = createForm(
  (id) => `${id}Request`,
  toRequestMember,
  (notes) => notes.rules ?? [],
);

/** What an upstream answers: live answers hold null where a value is absent, so that nearly every member may be null. */
export const asAnswer: Form = createForm(
  (id) => id,
  toAnswerMember,
  () => [],
);

function createForm(
  toId: (id: string) => string,
  toMember: (member: Member) => z.ZodType,
  pickRules: (notes: ObjectNotes) => readonly MemberRule[],
): Form {
  const inline = (members: Members, notes: ObjectNotes = {}): OpenObject => {
    const shape: Record<string, z.ZodType> = {};
    // Made when the object is first looked into: most are not before their operation is called.
    for (const [name, member] of Object.entries(members))
      Object.defineProperty(shape, name, { enumerable: true, get: () => toMember(member) });
    const rules = pickRules(notes);
    const schema: OpenObject = rules.length > 0 ? z.looseObject(shape).check(...rules) : z.looseObject(shape);
    return notes.description ? say(schema, { description: notes.description }) : schema;
  };
  return { inline, object: (id, members, notes) => inline(members, notes).meta({ id: toId(id) }) };
}

/** Says it of a schema that is nobody else's yet: `.meta()` would copy the schema, and copies take most of the time of a start. */
function say<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, meta);
  return schema;
}

function toRequestMember(member: Member): z.ZodType {
  const schema = toSchema(member);
  if (hasMark(member, 'serverSet')) return say(z.unknown().optional(), { ...toNotes(schema), readOnly: true });
  return hasMark(member, 'required') ? schema : schema.optional();
}

function toAnswerMember(member: Member): z.ZodType {
  const schema = hasMark(member, 'serverSet') ? readOnly(toSchema(member)) : toSchema(member);
  if (hasMark(member, 'always')) return schema;
  // zod's JSON Schema loses an object that nests itself where no copy stands between.
  return schema instanceof z.ZodLazy ? schema.nullish().meta({}) : say(schema.nullish(), toNotes(schema));
}

const NOTES = ['description', 'default', 'readOnly', 'writeOnly'];

/** What is said of a schema, without its rules: on a wrapper it stands where readers of the OpenAPI document look for it. */
function toNotes(schema: z.ZodType): z.core.GlobalMeta {
  return Object.fromEntries(Object.entries(schema.meta() ?? {}).filter(([name]) => NOTES.includes(name)));
}

function addMark(member: Member, mark: Mark): Member {
  return { schema: toSchema(member), marks: new Set([...(isMarked(member) ? member.marks : []), mark]) };
}

function toSchema(member: Member): z.ZodType {
  return isMarked(member) ? member.schema : member;
}

function hasMark(member: Member, mark: Mark): boolean {
  return isMarked(member) && member.marks.has(mark);
}

function isMarked(member: Member): member is MarkedMember {
  return 'marks' in member;
}
