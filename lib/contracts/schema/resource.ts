/**
 * Objects of the wire, written once for requests and responses. Members are marked where the two differ; those that are not
 * described are allowed in both.
 */
import * as z from 'zod';
import type { JsonObject } from '../json-object.ts';
import { exactNames, type MemberRule, reportNames } from './rules.ts';

/** An object that allows members that are not described. */
export type OpenObject = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>;

/** How members and objects are made in one direction: `request` is here, those of the live cloud in live.ts, that of responses in tools/openapi. */
export interface Direction {
  /** Whether it is that of the live management API. */
  readonly isLive: boolean;
  /** Changes the schema of a member that is no definition. */
  readonly read: (schema: z.ZodType) => z.ZodType;
  readonly toMember: (schema: z.ZodType, marks: Marks) => z.ZodType;
  /** `id` is the object's name in the OpenAPI document; without one it is described where it is used. */
  readonly toObject: (schema: OpenObject, notes: ObjectNotes, id?: string) => OpenObject;
}

/** A contract that both directions compose, each once and on its first use. */
export class Definition<Schema extends z.ZodType = z.ZodType> {
  readonly #toSchema: (direction: Direction) => Schema;
  readonly #composed = new Map<Direction, Schema>();

  constructor(toSchema: (direction: Direction) => Schema) {
    this.#toSchema = toSchema;
  }

  compose(direction: Direction): Schema {
    const schema = this.#composed.get(direction) ?? this.#toSchema(direction);
    this.#composed.set(direction, schema);
    return schema;
  }

  get request(): Schema {
    return this.compose(request);
  }
}

type Mark = 'requiredInRequest' | 'requiredBySpecification' | 'requiredInResponse' | 'readOnly';

type Marks = { readonly [mark in Mark]?: true };

interface MarkedMember {
  readonly type: z.ZodType | Definition;
  readonly marks: Marks;
}

/** A member without marks is optional: it may be absent or null, in requests and responses. */
export type Member = z.ZodType | Definition | MarkedMember;

export type Members = Readonly<Record<string, Member>>;

interface ObjectNotes {
  readonly description?: string;
  /** Rules across members, checked in requests. */
  readonly rules?: readonly MemberRule[];
  /** A request has no other members. */
  readonly isClosed?: true;
}

export const requiredInRequest = (member: Member): Member => addMark(member, 'requiredInRequest');

/** Required in the profile vendor only: the public definition of an accepted version, or of a kind, does without it. */
export const requiredBySpecification = (member: Member): Member => addMark(member, 'requiredBySpecification');

/** A response without it differs from the contract: it is passed on, counted and not stored. The definition of the operation names it too. */
export const requiredInResponse = (member: Member): Member => addMark(member, 'requiredInResponse');

/** Only the server sets it: a request may hold anything there, and it is removed before the request is sent. */
export const readOnly = (member: Member): Member => addMark(member, 'readOnly');

/** The member that names the kind in an open union. */
export const discriminator = (kind: string): Member => requiredInRequest(requiredInResponse(z.literal(kind)));

export function isRequiredInRequest(member: Member): boolean {
  return 'marks' in member && member.marks.requiredInRequest === true;
}

/** Returns how requests are composed. */
export function createRequest({ isLive, read }: Pick<Direction, 'isLive' | 'read'>): Direction {
  return {
    isLive,
    read,
    toMember: (schema, marks) => {
      if (marks.readOnly) return annotate(z.unknown().optional(), { ...pickNotes(schema), readOnly: true });
      return marks.requiredInRequest || (marks.requiredBySpecification && !isLive) ? schema : toOptional(schema);
    },
    toObject: (schema, { description, rules = [], isClosed }, id) => {
      const checked = schema.check(exactNames(Object.keys(schema.shape), isClosed), ...rules);
      const closed = isClosed && { additionalProperties: false };
      return id ? annotate(checked, { id: `${id}Request`, ...(description && { description }), ...closed }) : checked;
    },
  };
}

/** Requests as the specification has them. */
export const request = createRequest({ isLive: false, read: (schema) => schema });

/** Members, or a function of them: schemas of a contract that nobody calls are not made, which takes most of a start. */
type LazyMembers = Members | (() => Members);

/** An object with a name in the OpenAPI document. */
export function object(id: string, members: LazyMembers, notes: ObjectNotes = {}): Definition<OpenObject> {
  return new Definition((direction) => direction.toObject(composeMembers(members, direction), notes, id));
}

/** An object without a name in the OpenAPI document: its members are listed where it is used. */
export function inline(members: LazyMembers, description?: string): Definition<OpenObject> {
  return new Definition((direction) => {
    const schema = direction.toObject(composeMembers(members, direction), {});
    return description === undefined ? schema : schema.describe(description);
  });
}

function composeMembers(members: LazyMembers, direction: Direction): OpenObject {
  const composed = Object.entries(typeof members === 'function' ? members() : members).map(([name, member]) => {
    const { type, marks } = toMarked(member);
    const schema = type instanceof Definition ? type.compose(direction) : direction.read(type);
    return [name, direction.toMember(schema, marks)];
  });
  return z.looseObject(Object.fromEntries(composed));
}

/** A union of kinds, which differ in the discriminator's literal; unknown kinds pass. */
export function kinds(name: string, definitions: readonly Definition<OpenObject>[]): Definition {
  const compose = (direction: Direction) => definitions.map((definition) => definition.compose(direction));
  return new Definition((direction) => openUnion(name, compose(direction)));
}

/** A member whose rule is wider in the live management API. */
export function asDocumented(specified: z.ZodType, live: z.ZodType): Definition {
  return new Definition(({ isLive, read }) => read(isLive ? annotate(live, pickNotes(specified)) : specified));
}

/** Changes the schemas of a definition, for instance to arrays of them. */
export function change(definition: Definition, toChanged: (schema: z.ZodType) => z.ZodType): Definition {
  return new Definition((direction) => toChanged(definition.compose(direction)));
}

/** Upstreams write null for absent values, and callers send back what they read. */
export function toOptional(schema: z.ZodType): z.ZodType {
  // zod's JSON Schema loses an object that nests itself unless a copy is between.
  return schema instanceof z.ZodLazy ? schema.nullish().meta({}) : annotate(schema.nullish(), pickNotes(schema));
}

/** Annotates a new schema in place; `.meta()` would copy it, which takes twice as long at startup. */
export function annotate<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
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

/** One kind: an object whose discriminator is a literal. */
type Kind = z.core.$ZodTypeDiscriminable & z.ZodType;

/**
 * Validates an object by the kind that its discriminator names. The discriminator is required and must be a string.
 * zod's JSON Schema has only the known kinds; tools/openapi/schemas.ts adds the others.
 */
export function openUnion(discriminator: string, kinds: readonly Kind[]): z.ZodType {
  const checkName = reportNames([discriminator]);
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
