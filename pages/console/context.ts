import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrontdeskClient } from '../../client/src/index.ts';
import type { Config } from './config.ts';
import type { Holder } from './session.ts';

/** What every view works with. */
export interface Desk {
  readonly config: Config;
  readonly client: FrontdeskClient;
  readonly holder: Holder;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new TypeError('A view stands outside of the desk.');
  return desk;
}
