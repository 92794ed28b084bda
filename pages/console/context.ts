import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrontdeskClient } from '../../client/src/index.ts';
import type { User } from './session.ts';

/** Shared by all views. */
export interface ConsoleState {
  readonly config: Config;
  readonly client: FrontdeskClient;
  readonly user: User;
}

export const ConsoleContext = createContext<ConsoleState | undefined>(undefined);

export function useConsole(): ConsoleState {
  const state = useContext(ConsoleContext);
  if (state === undefined) throw new TypeError('useConsole needs a ConsoleContext.Provider.');
  return state;
}

/** Where users sign in, and the control API of the local stack. */
export interface Config {
  /** URL of the issuer, without `/.well-known/openid-configuration`. */
  readonly authority: string;
  readonly audience: string;
  readonly clientId: string;
  /** Control API of the local stack; absent in a deployment. */
  readonly controlUrl?: string;
  readonly profile: 'vendor' | 'microsoft';
}
