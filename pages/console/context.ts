import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrontdeskClient } from '../../client/src/index.ts';
import type { Config } from './config.ts';
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
