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
import { announce } from '../parts/announce.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';

type AuthorizationCall =
  | { readonly kind: 'read'; readonly path: AuthorizationPath }
  | { readonly kind: 'write'; readonly path: AuthorizationPath; readonly write: AuthorizationWrite }
  /** Only if it is as it was seen. */
  | { readonly kind: 'delete'; readonly path: AuthorizationPath; readonly seen: KnownAuthorization };

export interface AuthorizationResult {
  readonly response: ResponseOf<number, Authorization | undefined>;
  readonly path: AuthorizationPath;
  /** Undefined if it was deleted. */
  readonly seen: KnownAuthorization | undefined;
}

export function useAuthorizations() {
  const { client } = useConsole();
  const [known, setKnown] = useStored<readonly KnownAuthorization[]>('authorizations.known', []);
  const remember = (path: AuthorizationPath, seen?: KnownAuthorization) =>
    setKnown([...(seen ? [seen] : []), ...known.filter((each) => toKey(each.path) !== toKey(path))]);
  const call = useCall(async (wanted: AuthorizationCall, signal): Promise<AuthorizationResult> => {
    const { path } = wanted;
    if (wanted.kind === 'delete') {
      const response = await client.deleteAuthorization({ ...path, ifMatch: wanted.seen.etag }, { signal });
      remember(path);
      announce('Authorization deleted.');
      return { response: response as AuthorizationResult['response'], path, seen: undefined };
    }
    try {
      const response = (await (wanted.kind === 'read'
        ? client.getAuthorization(path, { signal })
        : client.createOrUpdateAuthorization(toInput(wanted.write), { signal }))) as ResponseOf<number, Authorization>;
      const seen = toKnown(path, response);
      remember(path, seen);
      announce(`Authorization status: ${seen.status}.`);
      return { response, path, seen };
    } catch (error) {
      if (wanted.kind === 'read' && error instanceof FrontdeskError && error.status === 404) remember(path);
      throw error;
    }
  });
  return { known, call };
}

function toInput(write: AuthorizationWrite) {
  const { path, ifMatch } = write;
  return { ...path, body: toBody(write), ...(ifMatch === undefined ? {} : { ifMatch }) };
}
