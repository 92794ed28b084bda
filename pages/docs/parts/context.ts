import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Config as ConsoleConfig } from '../../console/context.ts';
import type { OpenApiDocument } from '../logic/document.ts';
import type { Language } from '../logic/samples.ts';

/** `/docs/config.json`. */
export interface Config extends ConsoleConfig {
  /** The pages that this deployment serves. */
  readonly pages: readonly string[];
}

export interface ReferenceContext {
  readonly config: Config;
  readonly document: OpenApiDocument;
  /** The chosen language of all samples. */
  readonly language: Language;
  setLanguage(language: Language): void;
}

export const Context = createContext<ReferenceContext | undefined>(undefined);

export function useReference(): ReferenceContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('There is no reference around this component.');
  return context;
}
