/** What the profile microsoft takes beyond the specification: every member of every body and query. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import { listChildren, SAME_PLACE } from '../../../lib/contracts/schema/annotations.ts';
import { JOB_PARTS } from '../../../lib/contracts/streaming-job/job.ts';
import { PROFILES, type ProfileName } from '../../../lib/profiles.ts';

interface Member {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** Lists the members below a schema, each once. */
function* listMembers(schema: z.core.$ZodType, path = '', seen = new Set<unknown>()): Generator<Member> {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [step, child] of listChildren(schema)) {
    const at = step === SAME_PLACE ? path : `${path}.${step}`;
    if (step !== SAME_PLACE) yield { path: at, schema: child };
    yield* listMembers(child, at, seen);
  }
}

/** Returns the type of scalar that a member has in the end. */
function toScalarType(schema: z.core.$ZodType): string | undefined {
  const { type, format } = (schema as z.core.$ZodString)._zod.def as { type: string; format?: string };
  // No number or boolean has the form of a time or an address.
  if (type === 'string' && format !== undefined) return undefined;
  if (['string', 'number', 'boolean', 'enum'].includes(type)) return type;
  return listChildren(schema)
    .filter(([step]) => step === SAME_PLACE)
    .map(([, child]) => toScalarType(child))
    .find(Boolean);
}

const bodiesOf = (profile: ProfileName, isOf: (upstream: string) => boolean) =>
  operations
    .filter(({ upstream }) => isOf(upstream))
    .flatMap((operation) => {
      const { name, request } = compileOperation(operation, PROFILES[profile]);
      return request.body ? [...listMembers(request.body, name)] : [];
    });
const management = (profile: ProfileName) => bodiesOf(profile, (upstream) => upstream === 'arm');
const takes = ({ schema }: Member, value: unknown) => z.safeParse(schema, value).success;

const scalarsOf = (profile: ProfileName, type: string) =>
  management(profile).filter(({ schema }) => toScalarType(schema) === type);

describe('the management API', () => {
  it.each([
    ['string', 1.1],
    ['string', true],
    ['number', '5'],
    ['boolean', 'True'],
    ['boolean', 'false'],
  ])('converts into a %s the value %j, in every member of every body (C-83)', (type, value) => {
    const members = scalarsOf('microsoft', type);
    expect(members.length).toBeGreaterThan(3);
    const closed = members.filter((member) => !takes(member, value)).map(({ path }) => path);
    expect(closed.filter((path) => !NOT_CONVERTED.test(path))).toEqual([]);
    const strict = scalarsOf('vendor', type).filter((member) => takes(member, value));
    expect(strict).toEqual([]);
  });

  it.each([
    ['string', {}],
    ['string', []],
    ['number', 'five'],
    ['number', ''],
    ['number', true],
    ['boolean', 'yes'],
    ['boolean', 1],
  ])('converts into a %s no %j (C-83)', (type, value) => {
    expect(scalarsOf('microsoft', type).filter((member) => takes(member, value))).toEqual([]);
  });

  it('leaves no list closed (C-46)', () => {
    expect(management('microsoft').filter(({ schema }) => toScalarType(schema) === 'enum')).toEqual([]);
    const closed = management('vendor').filter(({ schema }) => toScalarType(schema) === 'enum');
    expect(closed.length).toBeGreaterThan(20);
    expect(closed.filter((member) => takes(member, 'Another'))).toEqual([]);
  });
});

/** Times have a form, and the names of maps are no values. */
const NOT_CONVERTED = /(?:names|Time(?:Utc)?)$/;

describe.each(['vendor', 'microsoft'] as const)('a change of parts in the profile %s', (profile) => {
  const operation = operations.find(({ name }) => name === 'updateStreamingJob') as (typeof operations)[number];
  const { body } = compileOperation(operation, PROFILES[profile]).request;

  it.each(JOB_PARTS)('%s is not changed with the job: 400 naming it, and null passes (S2-27)', (name) => {
    for (const value of [[], {}, [{ name: 'a' }], 'x']) {
      const { error } = body?.safeParse({ properties: { [name]: value } }) ?? {};
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([`properties.${name}`]);
    }
    expect(body?.safeParse({ properties: { [name]: null } }).success).toBe(true);
  });
});

describe('every service', () => {
  it('listed names of bodies and queries pass in any case, and in vendor as the specification writes them (C-46)', () => {
    for (const operation of operations) {
      const [exact, live] = [PROFILES.vendor, PROFILES.microsoft].map((profile) =>
        compileOperation(operation, profile),
      );
      const members = (request: typeof exact) =>
        [request?.request.body, request?.request.query].flatMap((schema) => (schema ? [...listMembers(schema)] : []));
      for (const { path, schema } of members(exact).filter((member) => toScalarType(member.schema) === 'enum')) {
        const [value] = listValues(schema);
        const other = String(value).toUpperCase();
        const same = members(live).filter((member) => member.path === path);
        expect(same.length, path).toBeGreaterThan(0);
        expect(
          same.some((member) => takes(member, other)),
          `${operation.name} ${path}`,
        ).toBe(true);
        expect(takes({ path, schema }, other) && other !== value, path).toBe(false);
      }
    }
  });

  it.each([
    ['getStreamingJob', '$expand', 'Inputs,TRANSFORMATION', 'inputs,other'],
    ['getCustomer', '$expand', 'PICTURE', 'pictures'],
    ['listItems', '$count', 'True', 'yes'],
  ])('%s takes %s=%s, but not %s (C-46)', (name, option, value, other) => {
    const operation = operations.find((each) => each.name === name) as (typeof operations)[number];
    const { query } = compileOperation(operation, PROFILES.microsoft).request;
    expect([value, other].map((sent) => query?.safeParse({ [option]: sent }).success)).toEqual([true, false]);
  });

  it('takes every date-time of ISO 8601, and only in the profile microsoft those that vendor refuses (C-84)', () => {
    const isTime = ({ schema }: Member) =>
      takes({ path: '', schema }, '2026-02-28T10:20:30Z') && !takes({ path: '', schema }, 'yesterday');
    const forms = ['2026-02-28t10:20:30z', '2026-02-28T10:20:30+0200', '2026-02-28T10:20-05', '2026-02-28t10:20'];
    for (const [profile, expected] of [
      ['microsoft', true],
      ['vendor', false],
    ] as const) {
      const times = bodiesOf(profile, () => true).filter(isTime);
      expect(times.length).toBeGreaterThan(3);
      for (const form of forms)
        expect(
          times.filter((member) => takes(member, form) !== expected),
          form,
        ).toEqual([]);
      expect(times.filter((member) => takes(member, '2026-02-30T10:20:30Z'))).toEqual([]);
    }
  });
});

function listValues(schema: z.core.$ZodType): readonly unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries);
  return listChildren(schema).flatMap(([step, child]) => (step === SAME_PLACE ? listValues(child) : []));
}
