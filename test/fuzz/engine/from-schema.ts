/** Makes fast-check arbitraries from the contracts' schemas. Every value is valid for its schema. */
import fc from 'fast-check';
import * as z from 'zod';
import { resourceGroup, subscriptions } from '../../../dev/seed.ts';
import { anyText } from './odd-values.ts';
import { REDIRECT_ORIGIN } from './upstream.ts';

const MAX_DEPTH = 3;

/** The one full id in bodies, which is granted. */
export const FULL_ID = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}/providers/Vendor.Things/things/one`;

/** Texts for members whose rule is code, not a pattern. Each such member accepts some of them. */
const KNOWN_TEXTS = [
  '2026-02-28T10:20:30Z',
  '2020-01-01T00:00:00.1234567+02:00',
  '2999-12-31T23:59Z',
  '00:20:00',
  ...['7/24/2020', '1', '0', '20'],
  FULL_ID,
];

const known = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>();

/** Returns an arbitrary of valid values; throws for an unknown kind of schema. */
export function fromSchema(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  let values = known.get(schema);
  if (values === undefined) {
    values = make(schema, depth);
    known.set(schema, values);
  }
  return values;
}

function make(schema: z.core.$ZodType, depth: number): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return makeText(schema, def);
    case 'number':
      return makeNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'any':
    case 'unknown':
      return fc.jsonValue({ maxDepth: 1 });
    case 'array':
      return passing(
        def,
        fc.array(fromSchema(def.element, depth), { minLength: hasChecks(def) ? 1 : 0, maxLength: 2 }),
      );
    case 'record':
      return passing(def, fc.dictionary(makeName(def.keyType), fromSchema(def.valueType, depth), { maxKeys: 2 }));
    case 'object':
      return makeObject(def, depth);
    case 'union':
      return fc.oneof(...def.options.map((option) => fromSchema(option, depth)));
    case 'nullable':
      return fc.option(fromSchema(def.innerType, depth), { nil: null, freq: 4 });
    case 'optional':
      return fromSchema(def.innerType, depth);
    case 'lazy':
      return depth < MAX_DEPTH ? make(def.getter(), depth + 1) : fc.constant({});
    default:
      throw new TypeError(`No values are known for a schema of type ${def.type}.`);
  }
}

function makeObject(def: z.core.$ZodObjectDef, depth: number): fc.Arbitrary<unknown> {
  const members = Object.entries(def.shape);
  const model = Object.fromEntries(members.map(([name, member]) => [name, fromSchema(member, depth)]));
  const requiredKeys = members.filter(([, { _zod }]) => _zod.optin === undefined).map(([name]) => name);
  return passing(def, fc.record(model, { requiredKeys, noNullPrototype: true }));
}

function makeText(schema: z.core.$ZodType, def: z.core.$ZodStringDef): fc.Arbitrary<string> {
  if (z.globalRegistry.get(schema)?.['x-redirect-url'])
    return fc.constantFrom(REDIRECT_ORIGIN, `${REDIRECT_ORIGIN}/signed-in?from=fuzz#x`);
  const { 'x-names': names } = (z.globalRegistry.get(schema) ?? {}) as { readonly 'x-names'?: readonly string[] };
  if (names) return fc.subarray([...names], { minLength: 1 }).map((some) => some.join(', '));
  const checks = def.checks ?? [];
  if (checks.some(({ _zod }) => _zod.def.check === 'custom')) {
    return fc.constantFrom(...KNOWN_TEXTS.filter((text) => z.safeParse(schema, text).success));
  }
  const parts = [def, ...checks.map(({ _zod }) => _zod.def)] as readonly { readonly pattern?: RegExp }[];
  const texts = parts.flatMap(({ pattern }) => (pattern ? [matching(pattern)] : []));
  return passing(def, texts.length > 0 ? fc.oneof(...texts) : anyText);
}

/** Generates without look-ahead and keeps what matches with it; for Unicode classes any text, which the schema filters. */
function matching({ source, flags }: RegExp): fc.Arbitrary<string> {
  if (/\\p\{/i.test(source)) return anyText;
  const pattern = new RegExp(source, flags);
  return fc
    .stringMatching(new RegExp(source.replace(/\(\?[!=][^()]*\)/g, ''), flags))
    .filter((text) => pattern.test(text));
}

function makeName(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const { enum: names } = (z.globalRegistry.get(schema) ?? {}) as { readonly enum?: readonly string[] };
  return names ? fc.constantFrom(...names) : anyText.filter((name) => name !== '__proto__');
}

function makeNumber(schema: z.core.$ZodType): fc.Arbitrary<number> {
  const { type, minimum, maximum } = (z.globalRegistry.get(schema) ?? {}) as Record<string, number | string>;
  if (type !== 'integer') return fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.integer({ min: Number(minimum), max: Number(maximum) });
}

function hasChecks({ checks = [] }: z.core.$ZodTypeDef): boolean {
  return checks.length > 0;
}

/** Filters by the schema's own checks; its parts are valid already. */
function passing<T>(def: z.core.$ZodTypeDef, values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  const { checks = [] } = def;
  if (checks.length === 0) return values;
  return values.filter((value) => {
    const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] };
    for (const { _zod } of checks) void _zod.check(payload);
    return payload.issues.length === 0;
  });
}
