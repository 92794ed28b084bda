/**
 * Objects of the wire, written once for requests and responses. Members are marked where the two differ; those that are not
 * described are allowed in both.
 */
import * as z from 'zod';
import type { JsonObject } from '../json-object.ts';
import { exactNames, type MemberRule, reportNames } from './rules.ts';

/** An object that allows members that are not described. */
export type OpenObject = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>;

/** How the objects of one direction are composed: `request` is here, those of the live cloud in live.ts, that of responses in tools/openapi. */
export interface Direction {
  /** An object with a name in the OpenAPI document. */
  readonly object: (id: string, members: Members, notes?: ObjectNotes) => OpenObject;
  /** An object without a name, described where it is used. */
  readonly inline: (members: Members) => OpenObject;
  /** Whether it is that of the live management API. */
  readonly isLive: boolean;
  /** Changes the schema of a member that is no definition. */
  readonly read: (schema: z.ZodType) => z.ZodType;
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

export interface MarkedMember {
  readonly type: z.ZodType | Definition;
  readonly marks: { readonly [mark in Mark]?: true };
}

/** A member without marks is optional: it may be absent or null, in requests and responses. */
export type Member = z.ZodType | Definition | MarkedMember;

export type Members = Readonly<Record<string, Member>>;

export interface ObjectNotes {
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
  const compose = (members: Members, isClosed?: true) =>
    composeObject(members, toMember).check(exactNames(Object.keys(members), isClosed));
  const direction: Direction = {
    isLive,
    read,
    object: (id, members, { description, rules = [], isClosed } = {}) => {
      const schema = compose(members, isClosed).check(...rules);
      const closed = isClosed && { additionalProperties: false };
      return annotate(schema, { id: `${id}Request`, ...(description && { description }), ...closed });
    },
    inline: (members) => compose(members),
  };
  return direction;

  function toMember({ type, marks }: MarkedMember): z.ZodType {
    const schema = type instanceof Definition ? type.compose(direction) : read(type);
    if (marks.readOnly) return annotate(z.unknown().optional(), { ...pickNotes(schema), readOnly: true });
    return marks.requiredInRequest || (marks.requiredBySpecification && !isLive) ? schema : toOptional(schema);
  }
}

/** Requests as the specification has them. */
export const request = createRequest({ isLive: false, read: (schema) => schema });

/** Members, or a function of them: schemas of a contract that nobody calls are not made, which takes most of a start. */
type LazyMembers = Members | (() => Members);

const toMembers = (members: LazyMembers): Members => (typeof members === 'function' ? members() : members);

/** An object with a name in the OpenAPI document. */
export function object(id: string, members: LazyMembers, notes: ObjectNotes = {}): Definition<OpenObject> {
  return new Definition((direction) => direction.object(id, toMembers(members), notes));
}

/** An object without a name, described where it is used. */
export function inline(members: LazyMembers): Definition<OpenObject> {
  return new Definition((direction) => direction.inline(toMembers(members)));
}

/** A union of kinds, which differ in the discriminator's literal; unknown kinds pass. */
export function kinds(name: string, definitions: readonly Definition<OpenObject>[]): Definition {
  return new Definition((direction) =>
    openUnion(
      name,
      definitions.map((definition) => definition.compose(direction)),
    ),
  );
}

/** A member whose rule is wider in the live management API. */
export function asDocumented(specified: z.ZodType, live: z.ZodType): Definition {
  return new Definition(({ isLive, read }) => read(isLive ? annotate(live, pickNotes(specified)) : specified));
}

/** Changes the schemas of a definition, for instance to arrays of them. */
export function change(definition: Definition, toChanged: (schema: z.ZodType) => z.ZodType): Definition {
  return new Definition((direction) => toChanged(definition.compose(direction)));
}

export function composeObject(members: Members, toMember: (member: MarkedMember) => z.ZodType): OpenObject {
  return z.looseObject(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, toMember(toMarked(member))])),
  );
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
