interface Rule {
  /** `S1-07`. */
  readonly id: string;
  readonly section: string;
  readonly text: string;
}

export function readRules(root: string, documents: readonly string[]): Rule[];
export function listShownRules(root: string): Rule[];
