/** The rules of the specification. */

interface Rule {
  /** `S1-07`. */
  readonly id: string;
  readonly section: string;
  /** Markdown without links. */
  readonly text: string;
}

/** The build sets it (tools/rules.mjs). */
declare const RULES: readonly Rule[];

export const findRule = (id: string) => RULES.find((rule) => rule.id === id);

/** Returns the rules whose id begins with a text of two characters or more. */
export function searchRules(text: string): readonly Rule[] {
  return text.length < 2 ? [] : RULES.filter(({ id }) => id.startsWith(text.toUpperCase()));
}
