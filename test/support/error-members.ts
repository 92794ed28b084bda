import * as z from 'zod';
import { ERROR_FORMATS, type ErrorFormat, type ErrorFormatName } from '../../lib/http/error-formats.ts';
import { ERROR_BODIES } from '../../tools/openapi/error-schemas.ts';

type Body = Readonly<Record<string, unknown>>;
interface Described {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
}

/** By format: the members of the body, and of the error in it where it has one. */
const described = new Map<ErrorFormatName, readonly Described[]>();

function describe(shape: ErrorFormatName): readonly Described[] {
  const known = described.get(shape);
  if (known) return known;
  const root = z.toJSONSchema(ERROR_BODIES[shape], { io: 'input' }) as Described & {
    $defs?: Record<string, Described>;
  };
  const follow = ({ $ref, ...own }: Described) => ($ref ? (root.$defs?.[$ref.split('/').at(-1) as string] ?? {}) : own);
  const whole = follow(root);
  const inner = whole.properties?.['error'];
  const all = inner ? [whole, follow(inner)] : [whole];
  described.set(shape, all);
  return all;
}

/** Returns the error object of a body, its code where that is a text, and the members by which it differs from its description. */
export function readError(shape: ErrorFormatName, body: Body) {
  const { read }: ErrorFormat = ERROR_FORMATS[shape];
  const levels = describe(shape);
  const objects = [body, ...(levels.length > 1 ? [body['error'] as Body] : [])];
  const error = objects.at(-1) as Body;
  const { code, message } = read(body as Parameters<typeof read>[0]);
  const empty = Object.entries({ code, message }).filter(([, text]) => typeof text !== 'string' || text === '');
  const others = levels.flatMap(({ properties = {}, required = [] }, at) => [
    ...required.filter((name) => objects[at]?.[name] === undefined),
    ...Object.keys(objects[at] ?? {}).filter((name) => !(name in properties)),
  ]);
  const isNumber = /^\d+$/.test(String(code));
  return { error, code: isNumber ? undefined : code, differences: [...empty.map(([name]) => name), ...others] };
}
