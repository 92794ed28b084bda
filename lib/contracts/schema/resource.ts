/**
 * Objects of the wire, written once: `request` is what a caller may send, `response` what an upstream returns. Members are
 * marked where the two differ. Members that are not described are allowed in both.
 */
import * as z from 'zod';
import { openUnion } from './open-union.ts';
import { exactNames, type MemberRule } from './rules.ts';
import { int32 } from './scalars.ts';

/** An object that allows members that are not described. */
export type OpenObject = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>;

/** One definition as two schemas. */
export interface Definition<Schema extends z.ZodType = z.ZodType> {
  readonly request: Schema;
  readonly response: Schema;
}

interface MarkedMember {
  readonly type: z.ZodType | Definition;
  readonly marks: { readonly [mark in 'requiredInRequest' | 'requiredInResponse' | 'readOnly']?: true };
}

/** A member without marks is optional: it may be absent or null, in requests and responses. */
export type Member = z.ZodType | Definition | MarkedMember;

export type Members = Readonly<Record<string, Member>>;

interface ObjectNotes {
  readonly description?: string;
  /** Rules across members, checked in requests. */
  readonly rules?: readonly MemberRule[];
}

/** Composes objects of one direction. */
interface Variant {
  /** An object with a name in the OpenAPI document. */
  readonly object: (id: string, members: Members, notes?: ObjectNotes) => OpenObject;
  /** An object without a name, described where it is used. */
  readonly inline: (members: Members) => OpenObject;
}

export const requiredInRequest = (member: Member): Member => addMark(member, 'requiredInRequest');

/** A response without it differs from the contract: it is passed on, counted and not stored. */
export const requiredInResponse = (member: Member): Member => addMark(member, 'requiredInResponse');

/** Only the server sets it: a request may hold anything there, and it is removed before the request is sent. */
export const readOnly = (member: Member): Member => addMark(member, 'readOnly');

/** The member that names the kind in an open union. */
export const discriminator = (kind: string): Member => requiredInRequest(requiredInResponse(z.literal(kind)));

export function isRequiredInRequest(member: Member): boolean {
  return 'marks' in member && member.marks.requiredInRequest === true;
}

export const request: Variant = {
  object: (id, members, { description, rules = [] } = {}) => {
    const schema = composeRequest(members).check(...rules);
    return annotate(schema, { id: `${id}Request`, ...(description && { description }) });
  },
  inline: composeRequest,
};

export const response: Variant = {
  object: (id, members, { description } = {}) =>
    annotate(composeObject(members, toResponseMember), { id, ...(description && { description }) }),
  inline: (members) => composeObject(members, toResponseMember),
};

/** An object of both directions, with a name in the OpenAPI document. */
export function object(id: string, members: Members, notes: ObjectNotes = {}): Definition<OpenObject> {
  return { request: request.object(id, members, notes), response: response.object(id, members, notes) };
}

/** A page of a list of the management API. */
export function page(id: string, element: z.ZodType, notes: ObjectNotes): OpenObject {
  const count = int32(0).describe('Number of elements on all pages, where the upstream counts them.');
  const nextLink = z.string().describe('URL of the next page; absent or empty on the last one.');
  return response.object(id, { value: requiredInResponse(z.array(element)), count, nextLink }, notes);
}

/** An object of both directions, described where it is used. */
export function inline(members: Members): Definition<OpenObject> {
  return { request: request.inline(members), response: response.inline(members) };
}

/** A union of kinds, which differ in the discriminator's literal; unknown kinds pass. */
export function kinds(name: string, definitions: readonly Definition<OpenObject>[]): Definition {
  const compose = (variant: keyof Definition) =>
    openUnion(
      name,
      definitions.map((definition) => definition[variant]),
    );
  return { request: compose('request'), response: compose('response') };
}

/** Changes both schemas of a definition, for instance to an array of them. */
export function mapBoth(definition: Definition, change: (schema: z.ZodType) => z.ZodType): Definition {
  return { request: change(definition.request), response: change(definition.response) };
}

function composeObject(members: Members, toMember: (member: MarkedMember) => z.ZodType): OpenObject {
  return z.looseObject(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, toMember(toMarked(member))])),
  );
}

function composeRequest(members: Members): OpenObject {
  return composeObject(members, toRequestMember).check(exactNames(Object.keys(members)));
}

function toRequestMember({ type, marks }: MarkedMember): z.ZodType {
  const schema = 'request' in type ? type.request : type;
  if (marks.readOnly) return annotate(z.unknown().optional(), { ...pickNotes(schema), readOnly: true });
  return marks.requiredInRequest ? schema : toOptional(schema);
}

function toResponseMember({ type, marks }: MarkedMember): z.ZodType {
  const plain = 'response' in type ? type.response : type;
  const schema = marks.readOnly ? plain.meta({ readOnly: true }) : plain;
  return marks.requiredInResponse ? schema : toOptional(schema);
}

/** Upstreams write null for absent values, and callers send back what they read. */
function toOptional(schema: z.ZodType): z.ZodType {
  // zod's JSON Schema loses an object that nests itself unless a copy is between.
  return schema instanceof z.ZodLazy ? schema.nullish().meta({}) : annotate(schema.nullish(), pickNotes(schema));
}

/** Annotates a new schema in place; `.meta()` would copy it, which takes twice as long at startup. */
function annotate<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, meta);
  return schema;
}

const NOTES = ['description', 'default', 'examples', 'readOnly', 'writeOnly'];

/** Picks what readers of the OpenAPI document expect on the member itself, not inside its `anyOf`. */
function pickNotes(schema: z.ZodType): z.core.GlobalMeta {
  return Object.fromEntries(Object.entries(schema.meta() ?? {}).filter(([name]) => NOTES.includes(name)));
}

function addMark(member: Member, mark: keyof MarkedMember['marks']): Member {
  const { type, marks } = toMarked(member);
  return { type, marks: { ...marks, [mark]: true } };
}

function toMarked(member: Member): MarkedMember {
  return 'marks' in member ? member : { type: member, marks: {} };
}

/** A member without which a response differs from the contract. */
export interface RequiredMember {
  readonly name: string;
  readonly kind: 'array' | 'object' | 'string' | 'number' | 'boolean' | 'unknown';
  /** Of an array: the required members of each element. */
  readonly each?: readonly RequiredMember[];
}

const KINDS: Readonly<Record<string, RequiredMember['kind']>> = {
  array: 'array',
  object: 'object',
  record: 'object',
  string: 'string',
  enum: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** Lists the required members of a response and of the elements of its arrays; empty if the schema is not an object. */
export function requiredMembers(schema: z.ZodType): readonly RequiredMember[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as OpenObject['shape'])
    .filter(([, member]) => !member.isOptional())
    .map(([name, member]) => {
      const each = member instanceof z.ZodArray ? requiredMembers(member.element as z.ZodType) : [];
      return { name, kind: KINDS[member.type] ?? 'unknown', ...(each.length > 0 ? { each } : {}) };
    });
}
