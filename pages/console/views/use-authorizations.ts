/** The calls that read, write and delete an authorization, and the authorizations seen in this session. */
import { type Authorization, FrontdeskError, type ResponseOf } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import {
  type AuthorizationPath,
  type AuthorizationWrite,
  type KnownAuthorization,
  toBody,
  toKey,
  toKnown,
} from '../logic/authorization-form.ts';
import { checkWrite, type SentWrite } from '../logic/open-outcome.ts';
import { announce } from '../parts/announce.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall, type Verdict } from '../use-call.ts';

type AuthorizationChange =
  | { readonly kind: 'write'; readonly path: AuthorizationPath; readonly write: AuthorizationWrite }
  /** Only if it is as it was seen. */
  | { readonly kind: 'delete'; readonly path: AuthorizationPath; readonly seen: KnownAuthorization };

type AuthorizationCall = AuthorizationChange | { readonly kind: 'read'; readonly path: AuthorizationPath };

export interface AuthorizationResult {
  /** What the call did. */
  readonly what: 'Loaded' | 'Created' | 'Updated' | 'Deleted';
  /** Undefined if it was lost. */
  readonly response: ResponseOf<number, Authorization | undefined> | undefined;
  readonly path: AuthorizationPath;
  /** Undefined if it was deleted. */
  readonly seen: KnownAuthorization | undefined;
}

const DELETED = { what: 'Deleted', response: undefined, seen: undefined } as const;

export function useAuthorizations() {
  const { client } = useConsole();
  const [known, setKnown] = useStored<readonly KnownAuthorization[]>('authorizations.known', []);
  const remember = (path: AuthorizationPath, seen?: KnownAuthorization) =>
    setKnown([...(seen ? [seen] : []), ...known.filter((each) => toKey(each.path) !== toKey(path))]);
  const show = (path: AuthorizationPath, response: ResponseOf<number, Authorization>): AuthorizationResult => {
    const seen = toKnown(path, response);
    remember(path, seen);
    return { what: 'Loaded', response, path, seen };
  };
  const send = async (wanted: AuthorizationCall, signal: AbortSignal): Promise<AuthorizationResult> => {
    const { path } = wanted;
    if (wanted.kind === 'delete') {
      const response = await client.deleteAuthorization({ ...path, ifMatch: wanted.seen.etag }, { signal });
      remember(path);
      announce('Authorization deleted.');
      return { ...DELETED, path, response: response as AuthorizationResult['response'] };
    }
    const response = (await (wanted.kind === 'read'
      ? client.getAuthorization(path, { signal })
      : client.createOrUpdateAuthorization(toInput(wanted.write), { signal }))) as ResponseOf<number, Authorization>;
    const result = show(path, response);
    announce(`Authorization status: ${result.seen?.status}.`);
    return wanted.kind === 'read' ? result : { ...result, what: response.status === 201 ? 'Created' : 'Updated' };
  };
  const perform = async (wanted: AuthorizationCall, signal: AbortSignal) => {
    try {
      return await send(wanted, signal);
    } catch (error) {
      if (wanted.kind === 'read' && error instanceof FrontdeskError && error.status === 404) remember(wanted.path);
      throw error;
    }
  };
  const check = async (wanted: AuthorizationChange, signal: AbortSignal): Promise<Verdict<AuthorizationResult>> => {
    const { path } = wanted;
    const { response, ...finding } = await checkWrite(toWrite(wanted), () => client.getAuthorization(path, { signal }));
    if (response) return { ...finding, result: show(path, response) };
    remember(path);
    return { ...finding, ...(finding.hasHappened && { result: { ...DELETED, path } }) };
  };
  const call = useCall(perform, (wanted) => (wanted.kind === 'read' ? undefined : (signal) => check(wanted, signal)));
  return { known, call };
}

function toWrite(wanted: AuthorizationChange): SentWrite {
  if (wanted.kind === 'delete') return { method: 'DELETE', ifMatch: wanted.seen.etag };
  return { method: 'PUT', ifMatch: wanted.write.ifMatch };
}

function toInput(write: AuthorizationWrite) {
  const { path, ifMatch } = write;
  return { ...path, body: toBody(write), ...(ifMatch === undefined ? {} : { ifMatch }) };
}
