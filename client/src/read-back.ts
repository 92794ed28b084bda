/** What is there after a write whose outcome is unknown. */
import { FrontdeskError } from './error.ts';
import { ROUTES } from './schema.ts';
import type {
  CallOptions,
  FrontdeskClient,
  Input,
  OperationResponse,
  ProfileName,
  ReadName,
  Routes,
  WriteName,
} from './types.ts';
import type { AnyCall, AnyInput } from './untyped.ts';

/** The read of what a write changes: of the same path, or of the path before its action (`/start`). */
type ReadOf<Path extends string> = {
  [Name in ReadName]: Path extends `${Routes[Name]['path']}${infer Rest}`
    ? Rest extends `/${string}${'/' | '{'}${string}`
      ? never
      : Rest extends '' | `/${string}`
        ? Name
        : never
    : never;
}[ReadName];

/** What a write sent, and what is there now. */
export interface ReadBack<Name extends WriteName, Profile extends ProfileName = 'vendor'> {
  readonly sent: Input<Name, Profile> extends { readonly body: infer Body } ? Body : undefined;
  /** Undefined: there is none. */
  readonly found: OperationResponse<ReadOf<Routes[Name]['path']>, Profile> | undefined;
}

/** Reads the resource after a write, and compares it with what was sent. Only a person can decide whether the write did it: likeness is no evidence. */
export async function readBack<Name extends WriteName, Profile extends ProfileName>(
  client: FrontdeskClient<Profile>,
  name: Name,
  input: Input<Name, Profile>,
  options?: CallOptions,
): Promise<ReadBack<Name, Profile>> {
  const { body: sent, ifMatch: _, ifNoneMatch: __, ...target } = input as AnyInput;
  const read = findRead(ROUTES[name].path);
  if (!read) throw new TypeError(`${name} writes nothing that can be read.`);
  const found = await (client[read] as unknown as AnyCall)(target, options).catch((error: unknown) => {
    if (error instanceof FrontdeskError && error.status === 404) return undefined;
    throw error;
  });
  return { sent, found } as ReadBack<Name, Profile>;
}

function findRead(path: string): ReadName | undefined {
  const resource = path.replace(/\/\w+$/, '');
  const isRead = ([, route]: [string, Routes[keyof Routes]]) => route.method === 'GET' && route.path === resource;
  return Object.entries(ROUTES).find(isRead)?.[0] as ReadName | undefined;
}
